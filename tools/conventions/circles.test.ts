import { expect, test } from "vitest";
import { circlesOf } from "./circles.ts";

const source = (path: string, ...targets: readonly string[]) => ({
  path,
  text: targets.map((target) => `import "#${target}";`).join("\n"),
});

test("a circle of folders is found even if no file is part of a circle", () => {
  const circles = circlesOf(
    "server",
    [
      source("server/a/x.ts", "server/b/y.ts"),
      source("server/b/y.ts"),
      source("server/b/z.ts", "server/c/file.ts"),
      source("server/c/file.ts", "server/a/w.ts"),
      source("server/a/w.ts"),
      source("server/d/u.ts", "server/a/x.ts"),
    ],
    { types: true },
  );
  expect(circles).toEqual([
    {
      folder: "server",
      members: ["server/a", "server/b", "server/c"],
      path: "server/a/x.ts -> server/b/y.ts, server/b/z.ts -> server/c/file.ts -> server/a/w.ts",
    },
  ]);
});

test("folders, nested folders and root files are each checked on their own level", () => {
  const circles = circlesOf(
    "web",
    [
      source("web/a/b/x.ts", "web/a/c/x.ts"),
      source("web/a/c/x.ts", "web/a/b/y.ts"),
      source("web/a/b/y.ts", "web/a/b/z.ts"),
      source("web/a/b/z.ts", "web/a/b/y.ts"),
      source("web/root.ts", "web/d/x.ts"),
      source("web/d/x.ts", "web/root.ts"),
    ],
    { types: true },
  );
  expect(circles.map(({ folder, members }) => [folder, ...members])).toEqual([
    ["web", "web/d", "web/root.ts"],
    ["web/a", "web/a/b", "web/a/c"],
    ["web/a/b", "web/a/b/y.ts", "web/a/b/z.ts"],
  ]);
});

test("imports of types count unless they are excluded; imports of tests never count", () => {
  const sources = [
    { path: "core/a.ts", text: `import type { B } from "./b.ts";` },
    { path: "core/b.ts", text: `import { a } from "./a.ts";` },
    { path: "core/a.test.ts", text: `import { b } from "./b.ts";` },
    { path: "core/c.ts", text: `const a = await import("./d.ts");` },
    { path: "core/d.ts", text: `import "./c.ts";` },
  ];
  const pathsOf = (types: boolean) => circlesOf("core", sources, { types }).map(({ path }) => path);
  expect(pathsOf(true)).toEqual(["core/a.ts -> core/b.ts -> core/a.ts", "core/c.ts -> core/d.ts -> core/c.ts"]);
  expect(pathsOf(false)).toEqual(["core/c.ts -> core/d.ts -> core/c.ts"]);
});

test("the shortest of several circles is reported", () => {
  const circles = circlesOf(
    "core",
    [
      source("core/a.ts", "core/b.ts"),
      source("core/b.ts", "core/c.ts", "core/a.ts"),
      source("core/c.ts", "core/d.ts"),
      source("core/d.ts", "core/a.ts"),
    ],
    { types: true },
  );
  expect(circles).toEqual([
    {
      folder: "core",
      members: ["core/a.ts", "core/b.ts", "core/c.ts", "core/d.ts"],
      path: "core/a.ts -> core/b.ts -> core/a.ts",
    },
  ]);
});
