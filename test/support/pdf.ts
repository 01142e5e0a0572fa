import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

const open = (bytes: Uint8Array) =>
  getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    fontExtraProperties: true,
  });

/** Returns the text of a PDF, page after page; pieces on one line are joined unchanged. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const task = open(bytes);
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
  }
  await task.destroy();
  return pages.join("\n").replace(/[ \u00a0\u202f]+/g, " ");
}

/** A piece of text with its page, and the distance of its baseline from the top of the page in points. */
export type Placed = { readonly page: number; readonly y: number; readonly text: string };

/** Returns where each piece of text of a PDF is. */
export async function placesInPdf(bytes: Uint8Array): Promise<readonly Placed[]> {
  const task = open(bytes);
  const document = await task.promise;
  const places: Placed[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const shown = await document.getPage(page);
    const [, , , height = 0] = shown.view;
    for (const item of (await shown.getTextContent()).items)
      if ("str" in item && item.str.trim() !== "") places.push({ page, y: height - item.transform[5], text: item.str });
  }
  await task.destroy();
  return places;
}

type Node = {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
};

/**
 * Returns a screen reader's view: each piece of text with the path of its tags, such as `Table TR TH: Monatlich`;
 * untagged text has no path.
 */
export async function structureOfPdf(bytes: Uint8Array): Promise<string[]> {
  const task = open(bytes);
  const document = await task.promise;
  const found: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const paths = new Map<string, string>();
    const walk = (node: Node, path: readonly string[]): void => {
      if (node.type === "content" && node.id) paths.set(node.id, path.join(" "));
      for (const child of node.children ?? []) walk(child, node.role ? [...path, node.role] : path);
    };
    walk((await page.getStructTree()) as Node, []);
    const open: (string | null)[] = [];
    const texts = new Map<string, string>();
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ("str" in item) {
        const path = paths.get(open.findLast((id) => id !== null) ?? "") ?? "";
        const key = `${open.findLast((id) => id !== null) ?? ""}|${path}`;
        texts.set(key, (texts.get(key) ?? "") + item.str);
      } else if (item.type === "endMarkedContent") open.pop();
      else open.push(item.id ?? null);
    }
    for (const [key, text] of texts) {
      const said = text.replace(/\s+/g, " ").trim();
      if (said) found.push(`${key.slice(key.indexOf("|") + 1)}: ${said}`);
    }
  }
  await task.destroy();
  return found;
}

/** Returns the names of the fonts of a PDF's text. */
export async function fontsOfPdf(bytes: Uint8Array): Promise<string[]> {
  const task = open(bytes);
  const page = await (await task.promise).getPage(1);
  // Fonts are available once the page's operators are.
  await page.getOperatorList();
  const used = Object.keys((await page.getTextContent()).styles);
  const names = used.map((id) =>
    (page.commonObjs.get(id) as { readonly name: string }).name.replace(/^[A-Z]{6}\+/, ""),
  );
  await task.destroy();
  return [...new Set(names)].toSorted();
}
