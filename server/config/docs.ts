import type { Choice, Setting } from "./setting.ts";
import { LIMIT_NAMES, LIMITS } from "./limits.ts";
import { CHAPTERS } from "./settings.ts";
import { rowsOf, type Row } from "./walk.ts";

/** Returns the tables of docs/settings.md in Markdown, one per chapter. */
export function settingsAsMarkdown(): string {
  const chapters = CHAPTERS.map(({ title, settings }) =>
    [
      `## ${title}`,
      "",
      "| setting | default | what it does |",
      "|---|---|---|",
      ...rowsOf(settings).map((row) => `| ${nameOf(row.entry)} | ${defaultOf(row.entry)} | ${descriptionOf(row)} |`),
    ].join("\n"),
  );
  return [...chapters, limitsAsMarkdown()].join("\n\n");
}

/** Returns a table of the limits that `LIMITS` can change. Limits on the same action share a row. */
function limitsAsMarkdown(): string {
  const rows = [...new Set(LIMIT_NAMES.map((name) => LIMITS[name].about))].map((about) => {
    const limits = LIMIT_NAMES.filter((name) => LIMITS[name].about === about);
    return `| ${limits.map((name) => `\`${name}\` ${LIMITS[name].count}`).join(", ")} | ${sentence(about)} |`;
  });
  return ["| limits and their counts | of what |", "|---|---|", ...rows].join("\n");
}

function nameOf(entry: Setting | Choice): string {
  return entry.kind === "setting" && entry.secret ? `\`${entry.name}\` 🔑` : `\`${entry.name}\``;
}

function defaultOf(entry: Setting | Choice): string {
  if (entry.kind === "choice") return `\`${Object.keys(entry.options)[0]}\``;
  if (entry.default === null) return entry.optional ? "" : "required";
  if (entry.default === "") return "";
  const shown = typeof entry.default === "string" ? `\`${entry.default}\`` : entry.default.shown;
  return entry.namedInProduction ? `${shown}; none in production` : shown;
}

function descriptionOf({ entry, neededBy, ofAllOptions }: Row): string {
  if (entry.kind === "choice") return `${listed(Object.keys(entry.options))}. ${sentence(entry.about)}`;
  const named = neededBy.some((option) => entry.name.toLowerCase().includes(option));
  if (neededBy.length === 0 || ofAllOptions || named) return sentence(entry.about);
  return `${sentence(entry.about)} With ${listed(neededBy)}.`;
}

const listed = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(", ");

function sentence(text: string): string {
  const capital = `${text[0]?.toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(text) ? capital : `${capital}.`;
}
