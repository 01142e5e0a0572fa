type Doc = PDFKit.PDFDocument;
export type Part = PDFKit.PDFStructureElement;
type Kind = "Document" | "Table" | "TR" | "TH" | "TD" | "H1" | "H2" | "H3" | "P";

/** A page's text with what each piece of it is, so that a screen reader reads headings, rows and paragraphs (PDF 1.7, 14.8). */
export type Paper = { readonly doc: Doc; readonly root: Part };

/** A document whose structure begins here; `doc` is made with `tagged`. */
export function structured(doc: Doc): Paper {
  const root = doc.struct("Document");
  doc.addStructure(root);
  return { doc, root };
}

/** A part that holds others: a table, or a row of one. */
export function partOf(doc: Doc, parent: Part, kind: Kind): Part {
  const part = doc.struct(kind);
  parent.add(part);
  return part;
}

/** What a piece of text is; spread into the options of `doc.text`. */
export function as(parent: Part, kind: Kind): PDFKit.Mixins.TextOptions {
  return { structParent: parent, structType: kind };
}

/** Lines and marks that say nothing: nobody reads them out. */
export function decoration(doc: Doc, draw: () => unknown): void {
  doc.markContent("Artifact", { type: "Layout" });
  draw();
  doc.endMarkedContent();
}
