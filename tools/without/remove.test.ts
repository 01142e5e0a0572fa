import { expect, test } from "vitest";
import { listWithout, namesIn } from "./remove.ts";

const list = (values: string, ...names: readonly string[]) =>
  `${names.map((name) => `import { ${name} } from "./${name}/extension.ts";\n`).join("")}
const LIST = [${values}] as const satisfies readonly Extension[];
`;

test("an extension loses its import and its place in the list", () => {
  const three = list("one, two, three", "one", "two", "three");
  expect(namesIn(three)).toEqual(["one", "two", "three"]);
  expect(listWithout(three, "two")).toBe(list("one, three", "one", "three"));
  expect(listWithout(list("one", "one"), "one")).toBe(list(""));
  expect(listWithout(three, "thre")).toBeNull();
});
