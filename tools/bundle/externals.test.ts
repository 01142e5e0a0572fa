import { expect, test } from "vitest";
import { undeclaredImports } from "./plugins.ts";

test("a bundle imports only its own files, Node's modules and dependencies of the project", () => {
  const chunks = [
    { fileName: "entry.js", imports: ["node:fs", "fs", "chunk.js", "react", "react/jsx-runtime", "@a/b/c"] },
    { fileName: "chunk.js", imports: ["hidden"], dynamicImports: ["@hidden/one/x", "@hidden/one"] },
  ];
  expect(undeclaredImports(chunks, ["react", "@a/b"])).toEqual(["hidden", "@hidden/one"]);
});
