import { fileURLToPath } from "node:url";
import type { Brand } from "#server/brand/brand.ts";
import type { Confirmation } from "./facts.ts";

/** What the paper is headed and signed with. */
export type Letterhead = Pick<Brand, "name" | "legalName" | "phone" | "email" | "colours" | "pictures">;
export type Sheet = { readonly language: string; readonly at: Date; readonly seller: string };

const fontFile = (style: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/figtree/${style}/Figtree_${style}.ttf`));
const [REGULAR, BOLD] = [fontFile("400Regular"), fontFile("700Bold")];

const INK = "#0a1a3f";
const SOFT = "#44517a";
const LINE = "#d9deec";
/** Points of A4: the margins, and where the three columns of amounts end. */
const PAGE = { left: 56, right: 539, bottom: 760 } as const;
const COLUMN = 84;
const LOGO_HEIGHT = 24;

type Doc = PDFKit.PDFDocument;

/** The confirmation as an A4 PDF. Figtree is embedded, with the letters of all five languages. */
export async function layOut(
  confirmation: Confirmation,
  brand: Letterhead,
  sheet: Sheet,
): Promise<Buffer<ArrayBuffer>> {
  // Loaded with the first confirmation: a shop that waits needs no PDF library in memory.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: 56, bottom: 40, left: PAGE.left, right: 595.28 - PAGE.right },
    lang: sheet.language,
    displayTitle: true,
    info: { Title: `${confirmation.title} ${confirmation.number}`, Author: brand.name, CreationDate: sheet.at },
  });
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  doc.registerFont("regular", REGULAR).registerFont("bold", BOLD).fillColor(INK);
  head(doc, brand, await logoOf(brand));
  address(doc, confirmation);
  table(doc, confirmation, brand);
  next(doc, confirmation, brand);
  foot(doc, brand, sheet.seller);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

type Logo = { readonly png: Buffer; readonly width: number };

/** The brand's logo as PDFs take it, three times as fine as it is shown; null where the brand has none. */
async function logoOf({ pictures }: Letterhead): Promise<Logo | null> {
  if (!pictures.logo) return null;
  const { default: sharp } = await import("sharp");
  const picture = sharp(pictures.logo.bytes, { density: 300 })
    .resize({ height: 3 * LOGO_HEIGHT })
    .png();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width / 3 };
}

/** Logo or mark, and the name beside it, as in the shop's own head. */
function head(doc: Doc, { name, colours }: Letterhead, logo: Logo | null): void {
  const [x, y, side] = [PAGE.left, 52, LOGO_HEIGHT];
  if (logo) doc.image(logo.png, x, y, { height: side });
  else {
    doc.save().roundedRect(x, y, side, side, 6).clip();
    doc.rect(x, y, side, side).fill(colours.accent);
    doc.polygon([x + side, y], [x + side, y + side], [x, y + side]).fill(colours.brand);
    doc.restore();
  }
  const beside = x + (logo?.width ?? side) + 10;
  doc
    .font("bold")
    .fontSize(17)
    .fillColor(colours.brand)
    .text(name, beside, y + 2);
}

function address(doc: Doc, { recipient, title, number, date }: Confirmation): void {
  doc.font("regular").fontSize(10.5).fillColor(INK);
  doc.text(recipient.join("\n"), PAGE.left, 112, { lineGap: 2 });
  doc.moveDown(2.2).font("bold").fontSize(22).text(title, { characterSpacing: -0.3 });
  doc.moveDown(0.2).font("regular").fontSize(10.5).fillColor(SOFT).text(`${number} · ${date}`);
}

function table(doc: Doc, { columns, lines, totals, terms }: Confirmation, { colours }: Letterhead): void {
  doc.moveDown(1.4);
  row(doc, "", columns, { font: "bold", size: 9, colour: SOFT });
  rule(doc, INK, 1);
  for (const { name, note, amounts } of lines) {
    row(doc, name, amounts, { font: "regular", size: 10.5, colour: INK });
    if (note)
      doc
        .font("regular")
        .fontSize(9)
        .fillColor(SOFT)
        .text(note, PAGE.left, doc.y - 3, { width: 230 });
    rule(doc, LINE, 0.6);
  }
  row(doc, totals.name, totals.amounts, { font: "bold", size: 11.5, colour: colours.brand });
  doc.moveDown(0.6).font("regular").fontSize(9.5).fillColor(SOFT);
  for (const term of terms) doc.text(term, PAGE.left, doc.y, { width: PAGE.right - PAGE.left, lineGap: 1.5 });
}

type Look = { readonly font: "regular" | "bold"; readonly size: number; readonly colour: string };

/** A name at the left and three amounts, right-aligned, each in its column; the name may take several lines. */
function row(doc: Doc, name: string, amounts: readonly string[], { font, size, colour }: Look): void {
  room(doc, 30);
  const top = doc.y + 6;
  doc.font(font).fontSize(size).fillColor(colour);
  const width = PAGE.right - PAGE.left - amounts.length * COLUMN - 8;
  doc.text(name || " ", PAGE.left, top, { width });
  const bottom = doc.y;
  amounts.forEach((amount, index) => {
    const x = PAGE.right - (amounts.length - index) * COLUMN;
    doc.text(amount, x, top, { width: COLUMN, align: "right", features: ["tnum", "kern"] });
  });
  doc.x = PAGE.left;
  doc.y = Math.max(bottom, doc.y) + 4;
}

function rule(doc: Doc, colour: string, width: number): void {
  doc
    .moveTo(PAGE.left, doc.y + 2)
    .lineTo(PAGE.right, doc.y + 2)
    .lineWidth(width)
    .stroke(colour);
  doc.y += 3;
}

function next(doc: Doc, { nextTitle, next: rows, warnings }: Confirmation, { colours }: Letterhead): void {
  room(doc, 90);
  doc.moveDown(1.6).font("bold").fontSize(13).fillColor(INK).text(nextTitle, PAGE.left);
  doc.moveDown(0.3);
  const width = PAGE.right - PAGE.left;
  for (const { title, when, text } of rows) {
    room(doc, 44);
    const top = doc.y + 8;
    doc
      .font("bold")
      .fontSize(10.5)
      .fillColor(INK)
      .text(title, PAGE.left, top, { width: width / 2 });
    if (when)
      doc.fillColor(colours.brand2).text(when, PAGE.left + width / 2, top, { width: width / 2, align: "right" });
    doc
      .font("regular")
      .fontSize(9.5)
      .fillColor(SOFT)
      .text(text, PAGE.left, doc.y + 1, { width });
  }
  for (const warning of warnings) {
    room(doc, 44);
    doc.moveDown(0.7).font("bold").fontSize(10).fillColor(INK).text(warning, PAGE.left, doc.y, { width });
  }
}

/** The seller's identity, at the foot of the last page (UWG 3(1)(s), domain facts). */
function foot(doc: Doc, brand: Letterhead, seller: string): void {
  const { bottom } = doc.page.margins;
  doc.page.margins.bottom = 0;
  doc.font("regular").fontSize(8.5).fillColor(SOFT);
  doc.moveTo(PAGE.left, 782).lineTo(PAGE.right, 782).lineWidth(0.6).stroke(LINE);
  doc.text(`${seller} ${brand.legalName} · ${brand.phone} · ${brand.email}`, PAGE.left, 790, {
    width: PAGE.right - PAGE.left,
    align: "center",
  });
  doc.page.margins.bottom = bottom;
}

/** Begins a new page where less than so many points are left. */
function room(doc: Doc, points: number): void {
  if (doc.y + points <= PAGE.bottom) return;
  doc.addPage();
  doc.x = PAGE.left;
}
