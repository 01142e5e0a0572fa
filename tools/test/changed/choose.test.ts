import { describe, expect, test } from "vitest";
import { changedFiles } from "./files.ts";
import { kindOf } from "../kinds.ts";
import { chooseTests } from "./choose.ts";
import { readGraph, stepsWith } from "./graph.ts";

const graph = readGraph();
const choose = (...changed: readonly string[]) => chooseTests(graph, changed);
const kinds = (paths: readonly string[]) => new Set(paths.map(kindOf));

describe("the tests of a change", () => {
  test("of a rule are those that import it", () => {
    expect(choose("core/address/address-words.ts").run).toContain("test/core/town.test.ts");
  });

  test("of the server are those about the same subject, the most relevant first, not all that talk to a shop", () => {
    const { run, leftOut } = choose("server/sale/payment/settle.ts");
    expect(run).toContain("test/payment/settle.test.ts");
    expect(run.filter((path) => kindOf(path) === "http").length).toBeLessThanOrEqual(10);
    expect([...run, ...leftOut]).not.toContain("test/esim/codes.test.ts");
  });

  test("of a step's chunk are the component and browser tests that open the step", () => {
    const { run } = choose("web/steps/identity/eid/EidWay.tsx");
    expect(run.some((path) => kindOf(path) === "browser")).toBe(true);
    expect(kinds(run)).toContain("component");
    expect(run.filter((path) => path.startsWith("e2e/desk"))).toEqual([]);
  });

  test("without specific tests are a purchase over HTTP and one in the browser", () => {
    const { run } = choose("core/zzz.ts");
    expect(run).toEqual(["e2e/postpaid.sale.spec.ts", "test/checkout/postpaid.test.ts"]);
  });

  test("of a document are those of documents", () => {
    const { run } = choose("docs/architecture.md");
    expect(run).toContain("tools/docs/links.test.ts");
    expect(kinds(run)).toEqual(new Set(["unit"]));
  });

  test("of a test are that test", () => {
    expect(choose("e2e/dialogs.spec.ts").run[0]).toBe("e2e/dialogs.spec.ts");
  });

  test("of a dependency or of the runner are all, which is reported", () => {
    expect(choose("package-lock.json").touchesAll).toBe(true);
    expect(choose("web/kit/Button.tsx").touchesAll).toBe(false);
  });
});

test("a file of the checkout belongs to the chunk of its step or a part loaded later; a shared file belongs to none", () => {
  expect(stepsWith(graph, "web/steps/person/PersonStep.tsx")).toEqual(["4"]);
  expect(stepsWith(graph, "web/steps/identity/eid/EidDialog.tsx")).toEqual(["5"]);
  expect(stepsWith(graph, "web/checkout/frame/UnknownPage.tsx")).toEqual([]);
});

test("an unknown commit is reported", () => {
  expect(() => changedFiles("no-such-commit")).toThrow('There is no commit "no-such-commit"');
});
