import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

type Page = { readonly path: string; readonly text: string };

/** All Markdown documents for people, which excludes those in `.github`. */
export const PAGES: readonly Page[] = globSync(["*.md", "docs/**/*.md", "libraries/*.md", "extensions/*/*.md"]).map(
  (path) => ({
    path,
    text: readFileSync(path, "utf8"),
  }),
);

type Link = { readonly path: string; readonly anchor: string | undefined };

/** Returns a document's links within the repository, as paths from the root. */
export function linksOf({ path, text }: Page): readonly Link[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, target = "", anchor]) => ({
    path: target === "" ? path : join(dirname(path), target),
    anchor,
  }));
}

/** Returns the anchors that GitHub gives a document's headings. */
export function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Returns all documents that can be reached from a document through links. */
export function pagesFrom(start: string): ReadonlySet<string> {
  const found = new Set([start]);
  for (const path of found) {
    const page = PAGES.find((each) => each.path === path);
    for (const link of page ? linksOf(page) : []) if (link.path.endsWith(".md")) found.add(link.path);
  }
  return found;
}

/** Returns the lines in a document's fenced code blocks. */
function fencedLines({ text }: Page): readonly string[] {
  return [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = ""]) => block.split("\n"));
}

/**
 * The prefixes with which documents call the program: in a checkout, on a server or in a container, and with settings
 * before them.
 */
const CALL =
  /^ *(?:[A-Z_]+=\S+ )*(?:npm run kasse -- |(?:sudo -u kasse |docker compose exec kasse |kubectl -n kasse exec \S+ -- )?kasse )/;

/** Returns the calls of `kasse` in a document's fenced code blocks, each as its arguments. */
export function commandLinesOf(page: Page): readonly (readonly string[])[] {
  return fencedLines(page)
    .filter((line) => CALL.test(line))
    .map((line) => argumentsOf(line.replace(CALL, "")));
}

/** Returns the words of a command without their quotes, up to a comment, a pipe or another command. */
function argumentsOf(line: string): readonly string[] {
  const words = line.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  const end = words.findIndex((word) => /^(?:#|\||&&|;|>)/.test(word));
  return words.slice(0, end < 0 ? words.length : end).map((word) => word.replaceAll(/^["']|["']$/g, ""));
}
