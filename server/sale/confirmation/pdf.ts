import type { Font } from "fontkit";
import { loadDecoder } from "#server/platform/pictures/decoder.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { latinText } from "#server/platform/texts/latin.ts";
import { loadFonts, type Fonts } from "./fonts.ts";

/** The brand's data for the header and footer. */
export type Letterhead = Pick<Brand, "name" | "legalName" | "phone" | "email" | "colours" | "pictures">;
export type Sheet = { readonly language: string; readonly at: Date; readonly seller: string };

export const INK = "#0a1a3f";
export const SOFT = "#44517a";
export const LINE = "#d9deec";
/** Margins on A4 in points. Below `bottom` is the footer. */
export const PAGE = { left: 56, right: 539, top: 56, bottom: 760 } as const;
const A4 = { width: 595.28, height: 841.89 } as const;
const LOGO_HEIGHT = 24;

export type Doc = PDFKit.PDFDocument;

/** Draws the content between header and footer. */
type Draw = (tagged: TaggedDocument, fonts: Fonts) => void;

/** Returns a tagged A4 PDF with embedded fonts, the brand's header and the seller's footer. */
export async function drawPdf(
  title: string,
  brand: Letterhead,
  sheet: Sheet,
  draw: Draw,
): Promise<Buffer<ArrayBuffer>> {
  // Loaded with the first PDF, to save memory until then.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    // Text that would reach the footer goes on at the top of the next page.
    margins: { top: PAGE.top, bottom: A4.height - PAGE.bottom, left: PAGE.left, right: A4.width - PAGE.right },
    // No default font, because PDFKit would read its file for each document.
    font: "",
    lang: sheet.language,
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    info: { Title: title, Author: brand.name, CreationDate: sheet.at },
  });
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const known = await loadFonts();
  // PDFKit accepts a loaded font, but its types do not say so.
  for (const [name, font] of Object.entries(known)) doc.registerFont(name, font as unknown as string);
  doc.fillColor(INK);
  const tagged = startStructure(doc);
  head(tagged, brand, await logoOf(brand));
  draw(tagged, known);
  foot(tagged, brand, sheet.seller);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

type Logo = { readonly png: Buffer; readonly width: number };

/** A cache of drawn logos, by their source. */
const logos = new WeakMap<object, Promise<Logo>>();

/** Returns the brand's logo as PNG at three times its display size; null if the brand has none. */
async function logoOf({ pictures: { logo } }: Letterhead): Promise<Logo | null> {
  if (!logo) return null;
  const known = logos.get(logo);
  if (known) return known;
  const drawn = drawLogo(logo);
  logos.set(logo, drawn);
  drawn.catch(() => logos.delete(logo));
  return drawn;
}

async function drawLogo(logo: NonNullable<Letterhead["pictures"]["logo"]>): Promise<Logo> {
  const sharp = await loadDecoder();
  // An SVG is only decoded from a file, so that an upload can never be one.
  const picture = sharp(logo.type === "image/svg+xml" ? logo.file : logo.bytes, { density: 300 })
    .resize({ height: 3 * LOGO_HEIGHT })
    // On a white background, because a transparent PNG would be decompressed and compressed again for each PDF.
    .flatten({ background: "#ffffff" })
    .png();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width / 3 };
}

/** Draws the logo or the default mark, and the brand's name, as in the header of the shop. */
function head({ doc, root }: TaggedDocument, { name, colours }: Letterhead, logo: Logo | null): void {
  const [x, y, side] = [PAGE.left, 52, LOGO_HEIGHT];
  decoration(doc, () => {
    if (logo) return void doc.image(logo.png, x, y, { height: side });
    doc.save().roundedRect(x, y, side, side, 6).clip();
    doc.rect(x, y, side, side).fill(colours.accent);
    doc.polygon([x + side, y], [x + side, y + side], [x, y + side]).fill(colours.brand);
    doc.restore();
  });
  const beside = x + (logo?.width ?? side) + 10;
  doc
    .font("bold")
    .fontSize(17)
    .fillColor(colours.brand)
    .text(name, beside, y + 2, as(root, "P"));
}

/** Draws the seller's identity at the bottom of the last page (UWG 3(1)(s), domain facts). */
function foot({ doc, root }: TaggedDocument, brand: Letterhead, seller: string): void {
  const { bottom } = doc.page.margins;
  doc.page.margins.bottom = 0;
  doc.font("regular").fontSize(8.5).fillColor(SOFT);
  decoration(doc, () => doc.moveTo(PAGE.left, 782).lineTo(PAGE.right, 782).lineWidth(0.6).stroke(LINE));
  doc.text(`${seller} ${brand.legalName} · ${brand.phone} · ${brand.email}`, PAGE.left, 790, {
    width: PAGE.right - PAGE.left,
    align: "center",
    ...as(root, "P"),
  });
  doc.page.margins.bottom = bottom;
}

/**
 * Returns typed text with a font that has all its letters: Figtree, or the one for Vietnamese, Cyrillic and Greek.
 * Words in any other script are transliterated to Latin letters, as in the machine-readable zone of documents, because
 * fonts for all scripts would be many times the size of Kasse.
 */
export function written(
  typed: string,
  { regular, anyName }: Fonts,
): { readonly text: string; readonly font: "regular" | "anyName" } {
  const text = typed
    .normalize("NFC")
    .replace(/\S+/gu, (word) =>
      hasAll(regular, word) || (LETTERED.test(word) && hasAll(anyName, word)) ? word : inLatin(word),
    );
  return { text, font: hasAll(regular, text) ? "regular" : "anyName" };
}

/** Text only in scripts with one glyph per letter, in reading order. */
const LETTERED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]*$/u;

const hasAll = (font: Font, text: string): boolean =>
  [...text].every((letter) => letter === "\n" || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));

const inLatin = (word: string): string => latinText(word).replace(/[^\x20-\x7e]+/g, "");

/** The height of a title with three lines, in points. */
const FIRST_LINES = 60;

/**
 * Starts a new page if less than `points` are left, so that a block of this height is not torn. One that is higher than
 * a page starts where its first lines have space.
 */
export function ensureSpace(doc: Doc, points: number): void {
  const needed = points > PAGE.bottom - PAGE.top ? FIRST_LINES : points;
  if (doc.y + needed <= PAGE.bottom || doc.y <= PAGE.top) return;
  doc.addPage();
  doc.x = PAGE.left;
}

export type Part = PDFKit.PDFStructureElement;
type Kind = "Document" | "Table" | "TR" | "TH" | "TD" | "H1" | "H2" | "H3" | "P";

/**
 * A document with its structure tree, so that screen readers recognise headings, tables and paragraphs (PDF 1.7,
 * 14.8).
 */
export type TaggedDocument = { readonly doc: Doc; readonly root: Part };

/** Starts the structure tree of a document that was created as tagged. */
function startStructure(doc: Doc): TaggedDocument {
  const root = doc.struct("Document");
  doc.addStructure(root);
  return { doc, root };
}

/** Adds a part that contains others, such as a table or a row. */
export function partOf(doc: Doc, parent: Part, kind: Kind): Part {
  const part = doc.struct(kind);
  parent.add(part);
  return part;
}

/** Returns the options for `doc.text` that give the text its structure type. */
export function as(parent: Part, kind: Kind): PDFKit.Mixins.TextOptions {
  return { structParent: parent, structType: kind };
}

/** Draws lines and marks without a meaning, which screen readers skip. */
export function decoration(doc: Doc, draw: () => unknown): void {
  doc.markContent("Artifact", { type: "Layout" });
  draw();
  doc.endMarkedContent();
}
