import { expect, test } from "vitest";
import { undeclaredImports } from "./plugins.ts";

test("what a bundle imports is its own, Node's, or a dependency of the project", () => {
  const chunks = [
    { fileName: "entry.js", imports: ["node:fs", "fs", "chunk.js", "react", "react/jsx-runtime", "@a/b/c"] },
    { fileName: "chunk.js", imports: ["hidden"], dynamicImports: ["@hidden/one/x", "@hidden/one"] },
  ];
  expect(undeclaredImports(chunks, ["react", "@a/b"])).toEqual(["hidden", "@hidden/one"]);
});
