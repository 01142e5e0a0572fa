import { readFile } from "node:fs/promises";
import * as v from "valibot";
import { LOCALES } from "#core/locale.ts";

const LocalText = v.strictObject(v.entriesFromList(LOCALES, v.pipe(v.string(), v.minLength(1))));
const Colour = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, "a colour is written #rrggbb"));
const Terms = v.array(v.strictObject({ code: v.string(), title: LocalText, url: v.string(), required: v.boolean() }));

/** The operator's brand file: names, contact, colours, terms and legal texts (decisions 1). */
const BrandFile = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  legalName: v.string(),
  phone: v.string(),
  phoneHref: v.pipe(v.string(), v.regex(/^tel:\+?\d+$/, "written tel:+41…")),
  email: v.pipe(v.string(), v.email()),
  colours: v.strictObject({ brand: Colour, brand2: Colour, action: Colour, actionDark: Colour, accent: Colour }),
  terms: v.strictObject({ mobile: Terms, tv: Terms }),
  gdpr: v.strictObject({ title: LocalText, url: v.string() }),
  legal: v.record(v.string(), v.strictObject({ title: LocalText, paragraphs: v.array(LocalText) })),
});
export type Brand = v.InferOutput<typeof BrandFile>;

/** Reads and checks the brand file; throws an error that names the place of the first mistake. */
export async function readBrand(file: string): Promise<Brand> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new BrandError(`The brand file ${file} cannot be read: ${error.message}`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new BrandError(`The brand file ${file} is not JSON: ${(error as Error).message}`);
  }
  const read = v.safeParse(BrandFile, content);
  if (read.success) return read.output;
  const issue = read.issues[0];
  throw new BrandError(`The brand file ${file} has a mistake at ${v.getDotPath(issue) ?? "its top"}: ${issue.message}`);
}

export class BrandError extends Error {}
