import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "yaml";

/**
 * `node tools/reduce-schemas.ts <folder> <OpenAPI file> <schema>…` writes these schemas of a published file, and those
 * that they refer to, into the folder, such as test/support/published, without descriptions. They judge the answers in
 * tests as the whole file would, which is up to 600 kB.
 */
const [folder = "", file = "", ...wanted] = process.argv.slice(2);
if (wanted.length === 0) throw new Error("Usage: node tools/reduce-schemas.ts <folder> <OpenAPI file> <schema>…");

type Node = { readonly [name: string]: unknown };
const document = parse(readFileSync(file, "utf8")) as { definitions?: Node; components?: { schemas: Node } };
const all = document.definitions ?? document.components?.schemas ?? {};
const kept = new Map<string, unknown>();

function keep(name: string): void {
  if (kept.has(name)) return;
  kept.set(name, null);
  kept.set(name, reduced(all[name]));
}

function reduced(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reduced);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => !(["description", "example"].includes(name) && typeof each === "string"))
      .map(([name, each]) => [name, isReference(name, each) ? shortened(each) : reduced(each)]),
  );
}

const isReference = (name: string, value: unknown): value is string =>
  typeof value === "string" && (name === "$ref" || value.startsWith("#/components/schemas/"));

function shortened(reference: string): string {
  const name = reference.split("/").at(-1) ?? "";
  keep(name);
  return `#/$defs/${name}`;
}

for (const name of wanted) keep(name);
const target = `${folder}/${basename(file).replace(/(\.swagger|\.oas)?\.(json|yaml)$/, "")}.json`;
writeFileSync(target, `${JSON.stringify({ source: basename(file), $defs: Object.fromEntries(kept) })}\n`);
console.log(`${target}: ${kept.size} schemas`);
