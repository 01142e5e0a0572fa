import { francs } from "#core/money.ts";
import type { Totals } from "#core/pricing.ts";
import { loadDecoder } from "#server/platform/pictures/decoder.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { Confirmation } from "./facts.ts";
import { loadFonts, type Fonts } from "./fonts.ts";
import { as, decoration, partOf, startStructure, type TaggedDocument, type Part } from "./structure.ts";

/** The brand's data for the header and footer. */
export type Letterhead = Pick<Brand, "name" | "legalName" | "phone" | "email" | "colours" | "pictures">;
export type Sheet = { readonly language: string; readonly at: Date; readonly seller: string };

const INK = "#0a1a3f";
const SOFT = "#44517a";
const LINE = "#d9deec";
/** Margins on A4 in points. */
const PAGE = { left: 56, right: 539, bottom: 760 } as const;
const COLUMN = 84;
/** The room for notes below a name, in points. */
const NOTE_WIDTH = 300;
const LOGO_HEIGHT = 24;

type Doc = PDFKit.PDFDocument;

/** The confirmation as a tagged A4 PDF with embedded fonts. */
export async function layOut(
  confirmation: Confirmation,
  brand: Letterhead,
  sheet: Sheet,
): Promise<Buffer<ArrayBuffer>> {
  // Loaded with the first confirmation, to save memory before.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: 56, bottom: 40, left: PAGE.left, right: 595.28 - PAGE.right },
    // None of its own, which it would read each time.
    font: "",
    lang: sheet.language,
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    info: { Title: `${confirmation.title} ${confirmation.number}`, Author: brand.name, CreationDate: sheet.at },
  });
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const known = await loadFonts();
  // PDFKit takes a font that is open already; its types do not say so.
  for (const [name, font] of Object.entries(known)) doc.registerFont(name, font as unknown as string);
  doc.fillColor(INK);
  const tagged = startStructure(doc);
  head(tagged, brand, await logoOf(brand));
  address(tagged, confirmation, recipientOf(confirmation, known));
  table(tagged, confirmation, brand);
  next(tagged, confirmation, brand);
  foot(tagged, brand, sheet.seller);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

type Logo = { readonly png: Buffer; readonly width: number };

/** The logos that were drawn, by their source. */
const logos = new WeakMap<object, Promise<Logo>>();

/** The brand's logo as PNG at three times its display size; null if the brand has none. */
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
  // An SVG is only decoded from a file, so that no upload can be one.
  const picture = sharp(logo.type === "image/svg+xml" ? logo.file : logo.bytes, { density: 300 })
    .resize({ height: 3 * LOGO_HEIGHT })
    // On the paper's white: a PNG with transparency is unpacked and packed again for each PDF.
    .flatten({ background: "#ffffff" })
    .png();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width / 3 };
}

type Recipient = { readonly text: string; readonly font: "regular" | "anyName" };

/** The recipient's address, in Figtree if that has all the letters. */
function recipientOf({ recipient }: Confirmation, { regular: figtree }: Fonts): Recipient {
  const text = recipient.join("\n").normalize("NFC");
  const letters = [...text].filter((letter) => letter !== "\n");
  const known = letters.every((letter) => figtree.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  return { text, font: known ? "regular" : "anyName" };
}

/** The logo or the default mark, and the brand's name, as in the header of the shop. */
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

function address({ doc, root }: TaggedDocument, { title, number, date }: Confirmation, to: Recipient): void {
  doc.font(to.font).fontSize(10.5).fillColor(INK);
  doc.text(to.text, PAGE.left, 112, { lineGap: 2, ...as(root, "P") });
  doc
    .moveDown(2.2)
    .font("bold")
    .fontSize(22)
    .text(title, { characterSpacing: -0.3, ...as(root, "H1") });
  doc.moveDown(0.2).font("regular").fontSize(10.5).fillColor(SOFT).text(`${number} · ${date}`, as(root, "P"));
}

function table(
  { doc, root }: TaggedDocument,
  { agreement: { lines, totals, labels, sumLabel, terms } }: Confirmation,
  { colours }: Letterhead,
): void {
  const all = partOf(doc, root, "Table");
  doc.moveDown(1.4);
  const columns = [labels.billing, labels.oneTime, labels.total];
  row(doc, partOf(doc, all, "TR"), "", columns, { font: "bold", size: 9, colour: SOFT, cell: "TH" });
  rule(doc, INK, 1);
  for (const { name, notes, ...amounts } of lines) {
    const part = partOf(doc, all, "TR");
    const head = row(doc, part, name, amountTexts(amounts), { font: "regular", size: 10.5, colour: INK, cell: "TD" });
    if (notes.length > 0)
      doc
        .font("regular")
        .fontSize(8.5)
        .fillColor(SOFT)
        .text(notes.join(" · "), PAGE.left, doc.y - 3, { width: NOTE_WIDTH, ...as(head, "P") });
    rule(doc, LINE, 0.6);
  }
  const last = partOf(doc, all, "TR");
  row(doc, last, sumLabel, amountTexts(totals), { font: "bold", size: 11.5, colour: colours.brand, cell: "TD" });
  doc.moveDown(0.5).font("regular").fontSize(8.5).fillColor(SOFT);
  const width = PAGE.right - PAGE.left;
  doc.text(terms.join(" "), PAGE.left, doc.y, { width, lineGap: 0.5, ...as(root, "P") });
}

function amountTexts({ billing, oneTime, total }: Totals): string[] {
  return [billing, oneTime, total].map((rappen) => (rappen === 0 ? "–" : `CHF ${francs(rappen)}`));
}

type RowStyle = {
  readonly font: "regular" | "bold";
  readonly size: number;
  readonly colour: string;
  /** Structure type of the amounts' cells; the name is the row's heading. */
  readonly cell: "TH" | "TD";
};

/**
 * Draws a table row: the name on the left, which may wrap, and right-aligned amounts. Returns the name's cell, so that a note
 * can be added to it.
 */
function row(doc: Doc, part: Part, name: string, amounts: readonly string[], style: RowStyle): Part {
  const { font, size, colour, cell } = style;
  room(doc, 30);
  const top = doc.y + 6;
  doc.font(font).fontSize(size).fillColor(colour);
  const width = PAGE.right - PAGE.left - amounts.length * COLUMN - 8;
  const head = partOf(doc, part, name ? "TH" : "TD");
  doc.text(name || " ", PAGE.left, top, { width, ...as(head, "P") });
  const bottom = doc.y;
  amounts.forEach((amount, index) => {
    const x = PAGE.right - (amounts.length - index) * COLUMN;
    doc.text(amount, x, top, { width: COLUMN, align: "right", features: ["tnum", "kern"], ...as(part, cell) });
  });
  doc.x = PAGE.left;
  doc.y = Math.max(bottom, doc.y) + 4;
  return head;
}

function rule(doc: Doc, colour: string, width: number): void {
  decoration(doc, () => {
    doc
      .moveTo(PAGE.left, doc.y + 2)
      .lineTo(PAGE.right, doc.y + 2)
      .lineWidth(width)
      .stroke(colour);
  });
  doc.y += 3;
}

function next(
  { doc, root }: TaggedDocument,
  { nextTitle, next: rows, warnings }: Confirmation,
  { colours }: Letterhead,
): void {
  room(doc, 90);
  doc.moveDown(1.6).font("bold").fontSize(13).fillColor(INK);
  doc.text(nextTitle, PAGE.left, doc.y, as(root, "H2"));
  doc.moveDown(0.3);
  const width = PAGE.right - PAGE.left;
  for (const { title, when, text } of rows) {
    room(doc, 44);
    const top = doc.y + 8;
    doc.font("bold").fontSize(10.5).fillColor(INK);
    doc.text(title, PAGE.left, top, { width: width / 2, ...as(root, "H3") });
    doc.fillColor(colours.brand2);
    if (when) doc.text(when, PAGE.left + width / 2, top, { width: width / 2, align: "right", ...as(root, "P") });
    doc.font("regular").fontSize(9.5).fillColor(SOFT);
    doc.text(text, PAGE.left, doc.y + 1, { width, ...as(root, "P") });
  }
  for (const warning of warnings) {
    room(doc, 44);
    doc.moveDown(0.7).font("bold").fontSize(10).fillColor(INK);
    doc.text(warning, PAGE.left, doc.y, { width, ...as(root, "P") });
  }
}

/** The seller's identity at the bottom of the last page (UWG 3(1)(s), domain facts). */
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

/** Starts a new page if less than `points` are left. */
function room(doc: Doc, points: number): void {
  if (doc.y + points <= PAGE.bottom) return;
  doc.addPage();
  doc.x = PAGE.left;
}
