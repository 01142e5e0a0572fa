import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { root } from "../test/run.ts";

/** The folder of the declarations of `kasse/extension` and `kasse/kit` (package.json, `exports`). */
const TYPES = join(root, "dist/types");

/**
 * Writes the declarations that extensions outside of this tree are checked with, unless those of the same sources are
 * there. Takes about half a minute.
 */
export function buildTypes(): void {
  // The launcher has built the programs, and stored the hash of their sources.
  const sources = readFileSync(join(root, "dist/.programs"), "utf8");
  const stamp = join(TYPES, ".sources");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  emit();
  writeFileSync(stamp, sources);
}

function emit(): void {
  const folder = mkdtempSync(join(tmpdir(), "kasse-types-"));
  try {
    const config = join(folder, "tsconfig.json");
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: TYPES,
      rootDir: root,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
    };
    const include = ["core", "contract", "server", "extensions", "kit", "libraries/*"].map((path) =>
      join(root, path, path.endsWith("*") ? "*.ts" : "**/*.ts"),
    );
    const exclude = ["**/*.test.ts", "**/test", "**/e2e", "**/web", "extensions/web.ts", "**/node_modules"].map(
      (path) => join(root, path),
    );
    writeFileSync(config, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include, exclude }));
    rmSync(TYPES, { recursive: true, force: true });
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config], { stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true });
  }
  // A package's own imports lead to its sources, which would be checked with the options of the extension.
  for (const path of globSync("**/*.d.ts", { cwd: TYPES })) {
    const file = join(TYPES, path);
    writeFileSync(file, withRelativeImports(readFileSync(file, "utf8"), dirname(path)));
  }
}

/** Returns a declaration whose imports of Kasse's own modules are relative to its folder. */
const withRelativeImports = (text: string, folder: string) =>
  text.replace(/(["'])#([\w@-]+\/[^"']+)\1/g, (_, quote: string, target: string) => {
    const path = relative(folder, target);
    return `${quote}${path.startsWith(".") ? path : `./${path}`}${quote}`;
  });
