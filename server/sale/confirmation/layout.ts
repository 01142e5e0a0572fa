import { inChf } from "#core/money/money.ts";
import type { Totals } from "#core/price/pricing.ts";
import type { Confirmation } from "./facts.ts";
import {
  drawPdf,
  INK,
  LINE,
  PAGE,
  ensureSpace,
  SOFT,
  written,
  type Doc,
  type Letterhead,
  type Sheet,
  as,
  decoration,
  partOf,
  type TaggedDocument,
  type Part,
} from "./pdf.ts";

const COLUMN = 84;
/** The width of notes below a name, in points. */
const NOTE_WIDTH = 300;
const WIDTH = PAGE.right - PAGE.left;

/** Returns the height of a text in points. Sets the font in which it is then drawn. */
function heightOf(doc: Doc, text: string, { font, size, width }: TextStyle): number {
  return doc.font(font).fontSize(size).heightOfString(text, { width });
}
type TextStyle = { readonly font: "regular" | "bold"; readonly size: number; readonly width: number };

/** Returns the confirmation as a PDF. */
export function layOut(confirmation: Confirmation, brand: Letterhead, sheet: Sheet): Promise<Buffer<ArrayBuffer>> {
  return drawPdf(`${confirmation.title} ${confirmation.number}`, brand, sheet, (tagged, fonts) => {
    address(tagged, confirmation, written(confirmation.recipient.join("\n"), fonts));
    table(tagged, confirmation, brand);
    next(tagged, confirmation, brand);
  });
}

function address(
  { doc, root }: TaggedDocument,
  { title, number, date }: Confirmation,
  to: ReturnType<typeof written>,
): void {
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
  const columns = [labels.monthly, labels.firstBill, labels.dueNow];
  row(doc, partOf(doc, all, "TR"), "", columns, { font: "bold", size: 9, colour: SOFT, cell: "TH" });
  rule(doc, INK, 1);
  for (const { name, notes, ...amounts } of lines) {
    const part = partOf(doc, all, "TR");
    const note = notes.join(" · ");
    const below = note === "" ? 0 : heightOf(doc, note, { font: "regular", size: 8.5, width: NOTE_WIDTH });
    const style = { font: "regular", size: 10.5, colour: INK, cell: "TD", below } as const;
    const head = row(doc, part, name, amountTexts(amounts), style);
    if (note !== "")
      doc
        .font("regular")
        .fontSize(8.5)
        .fillColor(SOFT)
        .text(note, PAGE.left, doc.y - 3, { width: NOTE_WIDTH, ...as(head, "P") });
    rule(doc, LINE, 0.6);
  }
  const last = partOf(doc, all, "TR");
  row(doc, last, sumLabel, amountTexts(totals), { font: "bold", size: 11.5, colour: colours.brand, cell: "TD" });
  doc.moveDown(0.5).font("regular").fontSize(8.5).fillColor(SOFT);
  doc.text(terms.join(" "), PAGE.left, doc.y, { width: WIDTH, lineGap: 0.5, ...as(root, "P") });
}

function amountTexts({ monthly, firstBill, dueNow }: Totals): string[] {
  return [monthly, firstBill, dueNow].map((rappen) => (rappen === 0 ? "–" : inChf(rappen)));
}

type RowStyle = {
  readonly font: "regular" | "bold";
  readonly size: number;
  readonly colour: string;
  /** The structure type of the cells with amounts. The name is the row's heading. */
  readonly cell: "TH" | "TD";
  /** The height of what belongs to the row below it, in points; 0 if absent. */
  readonly below?: number;
};

/**
 * Draws a table row: the name on the left, which can wrap, and right-aligned amounts, all on one page. Returns the cell
 * of the name, so that a note can be added to it.
 */
function row(doc: Doc, part: Part, name: string, amounts: readonly string[], style: RowStyle): Part {
  const { font, size, colour, cell, below = 0 } = style;
  const width = WIDTH - amounts.length * COLUMN - 8;
  // Space above and below the name, and the rule.
  ensureSpace(doc, 6 + heightOf(doc, name || " ", { font, size, width }) + 4 + below + 4);
  const top = doc.y + 6;
  doc.font(font).fontSize(size).fillColor(colour);
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
  const [first] = rows;
  doc.font("bold").fontSize(13);
  ensureSpace(doc, doc.currentLineHeight(true) * 3 + (first ? stepHeight(doc, first) : 0));
  doc.font("bold").fontSize(13).fillColor(INK).moveDown(1.6);
  doc.text(nextTitle, PAGE.left, doc.y, as(root, "H2"));
  doc.moveDown(0.3);
  for (const step of rows) {
    const { title, when, text } = step;
    ensureSpace(doc, stepHeight(doc, step));
    const top = doc.y + 8;
    doc.font("bold").fontSize(10.5).fillColor(INK);
    doc.text(title, PAGE.left, top, { width: HALF, ...as(root, "H3") });
    let bottom = doc.y;
    doc.fillColor(colours.brand2);
    if (when) doc.text(when, PAGE.left + HALF, top, { width: HALF, align: "right", ...as(root, "P") });
    bottom = Math.max(bottom, doc.y);
    doc.font("regular").fontSize(9.5).fillColor(SOFT);
    doc.text(text, PAGE.left, bottom + 1, { width: WIDTH, ...as(root, "P") });
  }
  for (const warning of warnings) {
    const height = heightOf(doc, warning, { font: "bold", size: 10, width: WIDTH });
    ensureSpace(doc, doc.currentLineHeight(true) + height);
    doc.moveDown(0.7).font("bold").fontSize(10).fillColor(INK);
    doc.text(warning, PAGE.left, doc.y, { width: WIDTH, ...as(root, "P") });
  }
}

const HALF = WIDTH / 2;

/** Returns the height of a step with its title, in points. */
function stepHeight(doc: Doc, { title, when, text }: Confirmation["next"][number]): number {
  const heads = [title, when ?? ""].map((each) => heightOf(doc, each, { font: "bold", size: 10.5, width: HALF }));
  return 8 + Math.max(...heads) + 1 + heightOf(doc, text, { font: "regular", size: 9.5, width: WIDTH });
}
