import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Edits of source files that are taken back at the end, whatever happens. */
export class Edits {
  private readonly originals = new Map<string, string>();

  /** Writes the file with the first `place` in its original text replaced. */
  save(file: string, place: string, replacement: string): void {
    const original = this.originals.get(file) ?? readFileSync(file, "utf8");
    if (!original.includes(place)) throw new Error(`${file} has no ${place}: adapt the benchmark`);
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

/** The one file below a folder whose text includes this, wherever it is. */
export function fileWith(folder: string, text: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(folder, name))
    .filter((file) => readFileSync(file, "utf8").includes(text));
  const [found, second] = files;
  if (found === undefined || second !== undefined) throw new Error(`${files.length} files in ${folder} have ${text}`);
  return found;
}
