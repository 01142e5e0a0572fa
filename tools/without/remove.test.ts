import { expect, test } from "vitest";
import { listWithout, namesIn } from "./remove.ts";

const list = (values: string, ...names: readonly string[]) =>
  `${names.map((name) => `import { ${name} } from "./${name}/extension.ts";\n`).join("")}
const LIST = [${values}] as const satisfies readonly Extension[];
`;

test("a part of another file loses its import and its place", () => {
  const two =
    'import { PAGES as one } from "./one/pages.ts";\nimport { two } from "./two/pages.ts";\n\nconst LIST = [one, two];';
  expect(listWithout(two, "one")).toBe('import { two } from "./two/pages.ts";\n\nconst LIST = [two];');
  expect(listWithout(two, "two")).toBe('import { PAGES as one } from "./one/pages.ts";\n\nconst LIST = [one];');
});

test("an extension loses its import and its place in the list", () => {
  const three = list("one, two, three", "one", "two", "three");
  expect(namesIn(three)).toEqual(["one", "two", "three"]);
  expect(listWithout(three, "two")).toBe(list("one, three", "one", "three"));
  expect(listWithout(list("one", "one"), "one")).toBe(list(""));
  expect(listWithout(three, "thre")).toBe(three);
});

test("a list that does not fit into a line has a line for each name, as the formatter writes it", () => {
  const names = Array.from({ length: 12 }, (_, at) => `extension${at}`);
  const long = names.slice(1).map((name) => `  ${name},\n`);
  expect(listWithout(list(names.join(", "), ...names), "extension0")).toBe(
    list(`\n${long.join("")}`, ...names.slice(1)),
  );
});
