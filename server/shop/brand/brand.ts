import { readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import * as v from "valibot";
import { contrastFaults, type ContrastFault } from "#core/contrast.ts";
import { LOCALES } from "#core/locale.ts";

const LocalText = v.strictObject(v.entriesFromList(LOCALES, v.pipe(v.string(), v.minLength(1))));
const Colour = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, "a colour has to be written as #rrggbb"));
const Terms = v.array(v.strictObject({ code: v.string(), title: LocalText, url: v.string(), required: v.boolean() }));

/** A file name without a path. */
const Picture = v.pipe(
  v.string(),
  v.regex(/^[\w-]+\.(svg|png)$/, "it has to be an .svg or .png file in the folder of the brand file"),
);

/** The operator's brand file: names, contact, colours, terms and legal texts (decisions 1). */
const BrandFile = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  legalName: v.string(),
  phone: v.string(),
  phoneHref: v.pipe(v.string(), v.regex(/^tel:\+?\d+$/, "it has to be written as tel:+41…")),
  email: v.pipe(v.string(), v.email()),
  /** Who receives reports of vulnerabilities, in `/.well-known/security.txt`; `email` if absent. */
  securityEmail: v.optional(v.pipe(v.string(), v.email())),
  /** A picture for the header, in the folder of the brand file. Without one, a mark in the brand's colours is shown. */
  logo: v.optional(Picture),
  /** The same for the icon of the browser tab. */
  favicon: v.optional(Picture),
  corners: v.optional(v.picklist(["round", "square"]), "round"),
  /** Whether pages are dark: never, always, or as the visitor's system is. */
  dark: v.optional(v.picklist(["off", "on", "auto"]), "off"),
  colours: v.strictObject({ brand: Colour, brand2: Colour, action: Colour, actionDark: Colour, accent: Colour }),
  terms: v.strictObject({ mobile: Terms, tv: Terms }),
  /** What the contracts say of their end: notice in days, and days to withdraw (0: none), as the law has it if absent (docs/law.md). */
  contract: v.optional(
    v.strictObject({
      noticeDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
      withdrawalDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365))),
    }),
    { noticeDays: 60 },
  ),
  gdpr: v.strictObject({ title: LocalText, url: v.string() }),
  legal: v.record(v.string(), v.strictObject({ title: LocalText, paragraphs: v.array(LocalText) })),
});
export type Brand = v.InferOutput<typeof BrandFile> & { readonly pictures: BrandPictures };

/** The brand's pictures as sent to browsers. */
type BrandPictures = Readonly<Partial<Record<"logo" | "favicon", BrandPicture & { readonly file: string }>>>;
export type BrandPicture = { readonly type: "image/svg+xml" | "image/png"; readonly bytes: Buffer };

/** Reads and checks the brand file. Throws a BrandError with the place of the first mistake. */
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
  if (read.success) {
    const [fault] = contrastFaults(read.output.colours);
    if (fault) throw new BrandError(lowContrast(file, fault));
    return { ...read.output, pictures: await readPictures(file, read.output) };
  }
  const issue = read.issues[0];
  throw new BrandError(`The brand file ${file} has a mistake at ${v.getDotPath(issue) ?? "its top"}: ${issue.message}`);
}

function lowContrast(file: string, { colour, what, ratio, least }: ContrastFault): string {
  return `The brand file ${file} has a mistake at colours.${colour}: ${what} has a contrast of ${ratio}:1, but needs at least ${least}:1. Choose a darker colour.`;
}

async function readPictures(file: string, brand: v.InferOutput<typeof BrandFile>): Promise<BrandPictures> {
  const read = async (key: "logo" | "favicon") => {
    const name = brand[key];
    if (name === undefined) return {};
    const path = join(dirname(file), name);
    const bytes = await readFile(path).catch((error: Error) => {
      throw new BrandError(`The brand file ${file} names ${name} at ${key}, which cannot be read: ${error.message}`);
    });
    const type = extname(name) === ".svg" ? ("image/svg+xml" as const) : ("image/png" as const);
    return { [key]: { type, bytes, file: path } };
  };
  return { ...(await read("logo")), ...(await read("favicon")) };
}

/** The brand file is invalid. The message is for the operator. */
export class BrandError extends Error {}
