type Doc = PDFKit.PDFDocument;
export type Part = PDFKit.PDFStructureElement;
type Kind = "Document" | "Table" | "TR" | "TH" | "TD" | "H1" | "H2" | "H3" | "P";

/** A document with its structure tree, so that screen readers recognise headings, tables and paragraphs (PDF 1.7, 14.8). */
export type TaggedDocument = { readonly doc: Doc; readonly root: Part };

/** Starts the structure tree of a document that was created with `tagged`. */
export function startStructure(doc: Doc): TaggedDocument {
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

/** Options for `doc.text` that give the text its structure type. */
export function as(parent: Part, kind: Kind): PDFKit.Mixins.TextOptions {
  return { structParent: parent, structType: kind };
}

/** Draws lines and marks without meaning, which screen readers skip. */
export function decoration(doc: Doc, draw: () => unknown): void {
  doc.markContent("Artifact", { type: "Layout" });
  draw();
  doc.endMarkedContent();
}
