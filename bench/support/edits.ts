import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Edits source files; `restore` undoes all edits. */
export class Edits {
  private readonly originals = new Map<string, string>();

  /** Replaces the first occurrence of `place` in the file's original text. Throws if there is none. */
  save(file: string, place: string, replacement: string): void {
    const original = this.originals.get(file) ?? readFileSync(file, "utf8");
    if (!original.includes(place)) throw new Error(`${file} does not contain ${place}: adapt the benchmark`);
    this.originals.set(file, original);
    writeFileSync(
      file,
      original.replace(place, () => replacement),
    );
  }

  restore(): void {
    for (const [file, text] of this.originals) writeFileSync(file, text);
    this.originals.clear();
  }
}

/**
 * Returns the only TypeScript file below a folder that contains a text. Throws if there is no such file, or more than
 * one.
 */
export function fileWith(folder: string, text: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(folder, name))
    .filter((file) => readFileSync(file, "utf8").includes(text));
  const [found, second] = files;
  if (found === undefined || second !== undefined)
    throw new Error(`${files.length} files in ${folder} contain ${text}, expected one`);
  return found;
}
