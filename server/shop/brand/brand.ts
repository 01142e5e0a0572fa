import { readCheckedJson, type FileRule } from "#server/platform/files/operator-json.ts";
import { explainUnopened } from "#server/platform/files/operator-text.ts";
import { readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import * as v from "valibot";
import { contrastFaults } from "./contrast.ts";
import { LOCALES } from "#core/text/locale.ts";

const LocalText = v.strictObject(v.entriesFromList(LOCALES, v.pipe(v.string(), v.minLength(1))));
const Colour = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, "a colour must be written as #rrggbb"));
/** The URL of a page: one of the shop, or an https page elsewhere. */
const Address = v.pipe(
  v.string(),
  v.maxLength(300),
  v.regex(/^(?:\/[\w.~-]|https:\/\/[\w.-])/, "an address begins with / or https://"),
);
const Terms = v.array(
  v.strictObject({
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.description("Its code, which orders store.")),
    title: LocalText,
    url: v.pipe(Address, v.description("Its page, such as /legal/agb-mobile.")),
    required: v.pipe(v.boolean(), v.description("Whether it must be accepted to order.")),
  }),
);

/** A file name without a path. */
const Picture = v.pipe(
  v.string(),
  v.regex(/^[\w-]+\.(svg|png)$/, "it must be an .svg or .png file in the folder of the brand file"),
);

const Line = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const Page = v.strictObject({ title: LocalText, paragraphs: v.array(LocalText) });
/** The last part of the path of a page at /legal/…. */
const PageName = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, "a name can only contain letters, digits, - and _"));

/** The operator's contact data. */
const CONTACT = {
  legalName: v.pipe(Line, v.description("Name and address of the company, on documents.")),
  phone: v.pipe(Line, v.description("The help line, as displayed.")),
  phoneHref: v.pipe(
    v.string(),
    v.regex(/^tel:\+?\d+$/, "it must be written as tel:+41…"),
    v.description("The same number for phones: tel:+41…"),
  ),
  email: v.pipe(v.string(), v.email(), v.description("The e-mail address for shoppers.")),
  securityEmail: v.pipe(
    v.optional(v.pipe(v.string(), v.email())),
    v.description("Who receives reports of vulnerabilities, in `/.well-known/security.txt`; `email` if absent."),
  ),
};
/** The terms that customers accept in step 5, and the privacy notice. */
const TERMS = {
  mobile: v.pipe(Terms, v.description("The terms of mobile products.")),
  tv: v.pipe(Terms, v.description("The terms of TV products.")),
};
const Gdpr = v.pipe(v.strictObject({ title: LocalText, url: Address }), v.description("The privacy notice."));

/** The brand's texts, which desk users can change while the shop runs (ADR 30): contact data, terms and legal pages. */
export const BrandTextsSchema = v.strictObject({
  ...CONTACT,
  terms: v.strictObject(TERMS),
  gdpr: Gdpr,
  legal: v.record(PageName, Page),
});
export type BrandTexts = v.InferOutput<typeof BrandTextsSchema>;

/** The brand's texts in parts, for editing. The pages are a list in the order of the footer. */
export const TEXT_FILES = {
  "contact.json": v.strictObject(CONTACT),
  "terms.json": v.strictObject({ ...TERMS, gdpr: Gdpr }),
  "pages.json": v.strictObject({
    pages: v.pipe(
      v.array(
        v.strictObject({
          code: v.pipe(PageName, v.description("The last part of its address, /legal/….")),
          title: v.pipe(LocalText, v.description("Its title.")),
          paragraphs: v.pipe(v.array(LocalText), v.description("Its paragraphs.")),
        }),
      ),
      v.description("The pages at /legal/…, in the order of the footer."),
    ),
  }),
} as const;

/** The operator's brand file: names, contact data, colours, terms and legal pages (decisions 1). */
const BrandFile = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  ...BrandTextsSchema.entries,
  /**
   * The picture for the header, in the folder of the brand file. Without it, a mark in the brand's colours is shown.
   */
  logo: v.optional(Picture),
  /** The picture for the icon of the browser tab, in the same folder. */
  favicon: v.optional(Picture),
  corners: v.optional(v.picklist(["round", "square"]), "round"),
  /** Whether pages are dark: never, always, or depending on the visitor's system. */
  dark: v.optional(v.picklist(["off", "on", "auto"]), "off"),
  colours: v.strictObject({ brand: Colour, brand2: Colour, action: Colour, actionDark: Colour, accent: Colour }),
  /**
   * How a contract ends: the notice in days, and the days in which an order can be withdrawn (0: none), by default
   * those of the law (docs/law.md).
   */
  contract: v.optional(
    v.strictObject({
      noticeDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
      withdrawalDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365))),
    }),
    { noticeDays: 60 },
  ),
});
type BrandFile = v.InferOutput<typeof BrandFile>;
export type Brand = BrandFile & {
  readonly pictures: BrandPictures;
  /** The version of its current texts; 0 is the brand file. */
  readonly textsVersion: number;
};

/** The brand's pictures as browsers get them. */
type BrandPictures = Readonly<Partial<Record<"logo" | "favicon", NamedPicture>>>;
type NamedPicture = BrandPicture & { readonly file: string };
export type BrandPicture = { readonly type: "image/svg+xml" | "image/png"; readonly bytes: Buffer };

/** Reads and checks the brand file. Throws a BrandError with the location of each error. */
export async function readBrand(file: string): Promise<Brand> {
  const pictures: { logo?: NamedPicture; favicon?: NamedPicture } = {};
  const picture = (key: keyof BrandPictures): FileRule<BrandFile> => ({
    needs: [key],
    async check({ [key]: name }) {
      if (name === undefined) return [];
      const path = join(dirname(file), name);
      const read = await readFile(path).catch((error: NodeJS.ErrnoException) => explainUnopened(error));
      if ("problem" in read)
        return [{ path: [key], problem: `it names ${path}, which ${read.problem}`, fix: read.fix }];
      const type = extname(name) === ".svg" ? ("image/svg+xml" as const) : ("image/png" as const);
      pictures[key] = { type, bytes: read, file: path };
      return [];
    },
  });
  const read = await readCheckedJson(file, BrandFile, [CONTRAST, picture("logo"), picture("favicon")]);
  if (!read.ok) throw new BrandError(`The brand file ${file} ${read.mistake}`);
  return { ...read.value, pictures, textsVersion: 0 };
}

const CONTRAST: FileRule<BrandFile> = {
  needs: ["colours"],
  check: ({ colours }) =>
    contrastFaults(colours).map(({ colour, what, ratio, least }) => ({
      path: ["colours", colour],
      problem: `${what} has a contrast of ${ratio}:1, but needs at least ${least}:1`,
      fix: "Choose a darker colour.",
    })),
};

/** The brand file is invalid. The message is for the operator. */
export class BrandError extends Error {}
