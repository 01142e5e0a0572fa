import { canonical } from "#core/text/canonical.ts";
import { dayInZurich, formatDay, parseDay } from "#core/time/dates.ts";
import { CITIZEN_GROUPS, DOCUMENT_TYPES } from "#core/document/documents.ts";
import { lawOn, type Law, type LawOfDay, type LawTable } from "#core/law/law.ts";
import { readLaw } from "#server/shop/law/read-law.ts";
import { UsageError, type Command } from "#server/command.ts";
import { aligned, counted } from "#server/operator/cli/table.ts";

/** `law show [--on <day>] [--json]` */
export const showLaw: Command = {
  name: "law show",
  about: "show the law on a day: rates, documents and periods, each with its source and its next change",
  options: {
    on: { type: "string", value: "<day>", about: "on which day, such as 2027-01-01 (Swiss time); today if not given" },
    json: { type: "boolean", about: "as JSON" },
  },
  async run({ config, io, now, text, flag }) {
    const typed = text("on");
    const day = typed === undefined ? dayInZurich(now) : parseDay(typed);
    if (!day) throw new UsageError(`--on is "${typed}"; write a day since 1900, such as 2027-01-01.`);
    const on = formatDay(day);
    const law = await readLaw(config.lawFile);
    if (flag("json")) io.out(JSON.stringify({ on, ...lawOn(law, on) }));
    else for (const line of describe(law, on)) io.out(line);
    return 0;
  },
};

/** `law check <file>` */
export const checkLaw: Command = {
  name: "law check",
  args: "<file>",
  about: "check a law file, as the server does when it starts, and list its days",
  more: "Warns of entries already in force that differ from the file of LAW_FILE: they would change the law shown for orders of that time.",
  async run({ args: [file = ""], settings, io, now }) {
    const law = await readLaw(file);
    const inForce = settings.config && (await readLaw(settings.config.lawFile));
    for (const begun of inForce ? changedPast(inForce, law, formatDay(dayInZurich(now))) : [])
      io.err(`Warning: ${begun} is already in force and differs from the current file.`);
    const rows = Object.entries(law).map(([table, entries]) => [table, entries.map(({ from }) => from).join(", ")]);
    for (const line of aligned(rows)) io.out(line);
    io.out("The file has no mistakes.");
    return 0;
  },
};

/**
 * Returns the tables with entries that would change although they have already taken effect, each with the first day of
 * such an entry.
 */
function changedPast(inForce: Law, next: Law, today: string): string[] {
  return (Object.keys(inForce) as LawTable[]).flatMap((table) => {
    const days = [...inForce[table], ...next[table]].map(({ from }) => from).filter((from) => from <= today);
    return [...new Set(days)]
      .sort()
      .filter((day) => canonical(rule(lawOn(inForce, day)[table])) !== canonical(rule(lawOn(next, day)[table])))
      .map((day) => `${table} of ${day}`);
  });
}

/** Returns the content of an entry without its day and its source, whose wording may change. */
const rule = (entry: LawOfDay[LawTable]) => ({ ...entry, from: "", source: "" });

/** Returns lines about each table: its content, its source, and its next change. */
function describe(law: Law, on: string): string[] {
  const rules = lawOn(law, on);
  const { vat, documents, identityItems, documentRetention, orderRetention, creditRefusal, withdrawal } = rules;
  const said: Readonly<Record<LawTable, readonly string[] | null>> = {
    vat: vat && [`standard rate ${vat.standardPercent} %`],
    documents: documents && describeDocuments(documents),
    identityItems: identityItems && [
      `everyone: ${identityItems.all.join(", ")}`,
      `prepaid besides: ${identityItems.prepaid.join(", ")}`,
    ],
    documentRetention: documentRetention && [kept(documentRetention.days, "RETENTION_DOCUMENTS_DAYS")],
    orderRetention: orderRetention && [`${counted(orderRetention.days, "day")} after an order of this day`],
    creditRefusal: creditRefusal && [`remembered for ${counted(creditRefusal.days, "day")}`],
    withdrawal: withdrawal && [`${counted(withdrawal.days, "day")}, unless the brand says otherwise`],
  };
  return [
    `The law on ${on}`,
    ...(Object.keys(said) as LawTable[]).flatMap((table) => {
      const entry = rules[table];
      const next = law[table].find(({ from }) => from > on);
      return [
        "",
        `${table}${entry ? `, since ${entry.from}` : ""}`,
        ...(said[table] ?? ["no entry for this day"]).map((line) => `  ${line}`),
        ...(entry ? [`  Source: ${entry.source}`] : []),
        ...(next ? [`  Changes on ${next.from}: ${next.source}`] : []),
      ];
    }),
  ];
}

const kept = (days: number, setting: string) =>
  `${counted(days, "day")} after an order of this day, unless ${setting} is set`;

function describeDocuments({ groups, notForPostpaidMobile }: Law["documents"][number]): string[] {
  const named = (types: readonly (keyof typeof DOCUMENT_TYPES)[]) =>
    types.map((type) => `${DOCUMENT_TYPES[type]} (${type})`).join(", ") || "none";
  return [
    ...CITIZEN_GROUPS.map((group) => `${group}: ${named(groups[group])}`),
    `not for postpaid mobile: ${named(notForPostpaidMobile)}`,
  ];
}
