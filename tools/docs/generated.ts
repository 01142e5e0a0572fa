import { existsSync } from "node:fs";
import type { Extension } from "#server/extension/extension.ts";
import { catalogueSchemaFiles } from "#server/shop/catalogue/json-schema.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { securityEventsOf } from "#server/extension/declared.ts";
import { securityEventsAsMarkdown } from "#server/platform/security/events.ts";
import { metricsAsMarkdown } from "#server/metric-table.ts";
import { settingsAsMarkdown } from "#server/config/docs.ts";
import { browsersAsMarkdown } from "../bundle/browsers.ts";
import { catalogueAsMarkdown } from "./catalogue-tables.ts";
import { handoverExamples } from "./handover-examples.ts";
import { handoverOpenApi } from "./handover-openapi.ts";
import { alertsAsMarkdown } from "./alerts.ts";
import { deskPermitsAsMarkdown } from "./desk-tables.ts";
import { ASVS_PAGE, asvsSummary, readAsvs } from "./asvs.ts";
import { simulatorAsMarkdown } from "./simulator-tables.ts";
import { callsAsMarkdown, failuresAsMarkdown } from "./wire-tables.ts";

/** A file that is generated completely, or only between two marks. */
export type GeneratedFile = {
  readonly path: string;
  /** Returns the required content for the current content, which is empty if the file does not exist. */
  readonly text: (before: string) => string;
};

/** All generated files. `npm run docs` updates them; `generated.test.ts` fails if one is outdated. */
export const GENERATED: readonly GeneratedFile[] = [
  { path: "README.md", text: between("browsers", browsersAsMarkdown()) },
  {
    path: "docs/security/log.md",
    text: between("security events", securityEventsAsMarkdown(securityEventsOf(EXTENSIONS))),
  },
  { path: ASVS_PAGE, text: (before) => between("sums", asvsSummary(readAsvs(before)))(before) },
  { path: "docs/extensions.md", text: between("extensions", extensionsAsMarkdown()) },
  { path: "docs/desk.md", text: between("permits", deskPermitsAsMarkdown()) },
  { path: "docs/settings.md", text: between("settings", settingsAsMarkdown()) },
  { path: "docs/watching.md", text: between("alerts", alertsAsMarkdown()) },
  { path: "docs/metrics.md", text: between("metrics", metricsAsMarkdown()) },
  { path: "docs/simulator.md", text: between("failures", simulatorAsMarkdown()) },
  { path: "docs/catalogue.md", text: between("fields", catalogueAsMarkdown()) },
  { path: "docs/specification/wire.md", text: between("calls", callsAsMarkdown()) },
  { path: "docs/specification/wire.md", text: between("failures", failuresAsMarkdown()) },
  ...handoverExamples().map(({ name, event }) => ({
    path: `docs/handover/${name}.json`,
    text: () => `${JSON.stringify(event, null, 2)}\n`,
  })),
  { path: "docs/handover/openapi.json", text: () => `${JSON.stringify(handoverOpenApi(), null, 2)}\n` },
  ...catalogueSchemaFiles().map(({ name, text }) => ({ path: `docs/catalogue/${name}`, text: () => text })),
];

/** Returns the list of the extensions, with a link to the page of each that has one. */
function extensionsAsMarkdown(): string {
  const rows = (EXTENSIONS as readonly Extension[]).map(({ name, about }) => {
    const page = `extensions/${name}/README.md`;
    return `- ${existsSync(page) ? `[${name}](../${page})` : `\`${name}\``}: ${about}`;
  });
  return rows.join("\n");
}

/** Returns a function that replaces the text between two marks in a file. */
function between(what: string, tables: string): (page: string) => string {
  const [begin, end] = [`<!-- ${what}: written by \`npm run docs\` -->`, `<!-- end of ${what} -->`];
  return (page) => {
    const [before, rest = ""] = page.split(begin);
    const after = rest.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`The page needs the marks ${begin} and ${end}`);
    return `${before}${begin}\n\n${tables}\n\n${end}${after}`;
  };
}
