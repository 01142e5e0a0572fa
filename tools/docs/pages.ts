import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

type Page = { readonly path: string; readonly text: string };

/** All pages for people. Only GitHub reads those of `.github`. */
export const PAGES: readonly Page[] = globSync(["*.md", "docs/**/*.md", "libraries/*.md"]).map((path) => ({
  path,
  text: readFileSync(path, "utf8"),
}));

type Link = { readonly path: string; readonly anchor: string | undefined };

/** Returns the links of a page within the repository, as paths from its root. */
export function linksOf({ path, text }: Page): readonly Link[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, target = "", anchor]) => ({
    path: target === "" ? path : join(dirname(path), target),
    anchor,
  }));
}

/** Returns the anchors that GitHub gives to the headings of a page. */
export function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Returns all pages that can be reached by links from a page. */
export function pagesFrom(start: string): ReadonlySet<string> {
  const found = new Set([start]);
  for (const path of found) {
    const page = PAGES.find((each) => each.path === path);
    for (const link of page ? linksOf(page) : []) if (link.path.endsWith(".md")) found.add(link.path);
  }
  return found;
}

/** Returns the lines of the fenced blocks of a page. */
function fencedLines({ text }: Page): readonly string[] {
  return [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = ""]) => block.split("\n"));
}

/** The ways in which pages call the program: in a checkout, on a server, in a container; with settings before it. */
const CALL =
  /^ *(?:[A-Z_]+=\S+ )*(?:npm run kasse -- |(?:sudo -u kasse |docker compose exec kasse |kubectl -n kasse exec \S+ -- )?kasse )/;

/** Returns the calls of `kasse` in the fenced blocks of a page, as the words after its name. */
export function commandLinesOf(page: Page): readonly (readonly string[])[] {
  return fencedLines(page)
    .filter((line) => CALL.test(line))
    .map((line) => wordsOf(line.replace(CALL, "")));
}

/** Returns the words of a command up to a comment, a pipe or another command, without their quotes. */
function wordsOf(line: string): readonly string[] {
  const words = line.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  const end = words.findIndex((word) => /^(?:#|\||&&|;|>)/.test(word));
  return words.slice(0, end < 0 ? words.length : end).map((word) => word.replaceAll(/^["']|["']$/g, ""));
}
