import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "./sources.ts";

/** Finds the citations in comments, and checks that the cited sections exist. */
const PAGES = {
  specification: "specification.md",
  decisions: "decisions.md",
  wire: "wire.md",
  "domain facts": "domain-facts.md",
  "demo data": "demo-data.md",
} as const;
type PageName = keyof typeof PAGES;
const NAMES = Object.keys(PAGES).join("|");

/** A section of a document: its heading and its text. */
type Section = { readonly heading: string; readonly text: string };

/**
 * A location in a document: a section number (`specification 4`), part of a heading (`wire, Common`), or the whole
 * document.
 */
export type Citation = {
  readonly page: PageName;
  readonly number: string | null;
  /**
   * Words in the numbered section, or in a heading if there is no number. Null if only the number or the document is
   * cited.
   */
  readonly words: string | null;
};

const folder = join(import.meta.dirname, "..", "..", "docs", "specification");
const sections = Object.fromEntries(
  Object.entries(PAGES).map(([name, file]) => [name, sectionsOf(readFileSync(join(folder, file), "utf8"))]),
) as Record<PageName, readonly Section[]>;

function sectionsOf(page: string): readonly Section[] {
  return page.split(/^## /m).map((part) => ({ heading: part.slice(0, part.indexOf("\n")), text: part }));
}

/** Whether the cited location exists in the document. */
export function exists({ page, number, words }: Citation): boolean {
  const has = (text: string) => words === null || text.toLowerCase().includes(words.toLowerCase());
  if (number === null) return words === null || sections[page].some(({ heading }) => has(heading));
  return sections[page].some(({ heading, text }) => heading.startsWith(`${number}. `) && has(text));
}

/** Returns all citations in the comments of a file, and those that cannot be parsed. */
export function citationsIn({ text }: Pick<Source, "text">): {
  readonly read: readonly Citation[];
  readonly unreadable: readonly string[];
} {
  const comments = commentsIn(text);
  const inBrackets = [...comments.matchAll(new RegExp(`\\(((?:${NAMES})(?:[ ,;][^()]*)?)\\)`, "g"))].map(
    ([, cited = ""]) => ({ cited, read: readBrackets(cited) }),
  );
  const plain = comments.replaceAll(/\([^()]*\)/g, "");
  return {
    read: [...inBrackets.flatMap(({ read }) => read ?? []), ...numbersIn(plain)],
    unreadable: inBrackets.flatMap(({ cited, read }) => (read ? [] : [cited])),
  };
}

/** Returns the comments of a file, each on one line, without stars and slashes. */
function commentsIn(text: string): string {
  const found = text.match(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm) ?? [];
  return found.map((comment) => comment.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, " ")).join("\n");
}

const NUMBERS = String.raw`\d+(?:(?:, | and )\d+)*`;

/** Finds citations outside brackets, such as in "see specification 4 and 8". */
function numbersIn(comments: string): readonly Citation[] {
  const found = comments.matchAll(new RegExp(String.raw`\b(specification|decisions) (${NUMBERS})\b`, "gi"));
  return [...found].flatMap(([, page = "", numbers = ""]) =>
    (numbers.match(/\d+/g) ?? []).map((number) => ({ page: page.toLowerCase() as PageName, number, words: null })),
  );
}

/** Parses a citation in brackets, such as `specification 4, "Locking"; wire, Common`; null if it is not a citation. */
function readBrackets(cited: string): readonly Citation[] | null {
  const parts = cited.split(new RegExp(`(?:[;,]? )(?=(?:${NAMES})\\b)`));
  const read = parts.map((part) => {
    const [, page, rest = ""] = new RegExp(`^(${NAMES})(.*)$`).exec(part) ?? [];
    return page ? readPart(page as PageName, rest.split(";")[0] ?? "") : null;
  });
  return read.some((each) => each === null) ? null : read.flatMap((each) => each ?? []);
}

function readPart(page: PageName, rest: string): readonly Citation[] | null {
  const numbered = new RegExp(`^ (${NUMBERS})(?:, (.+))?$`).exec(rest);
  if (numbered) {
    const words = numbered[2]?.replaceAll(/["\u0060]/g, "") ?? null;
    return (numbered[1]?.match(/\d+/g) ?? []).map((number) => ({ page, number, words }));
  }
  if (rest === "") return [{ page, number: null, words: null }];
  const named = /^,? (.+)$/.exec(rest)?.[1];
  return named ? named.split(" and ").map((words) => ({ page, number: null, words })) : null;
}
