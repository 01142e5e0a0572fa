import { ringOf, type Ring } from "../test/rings.ts";
import { root } from "../test/run.ts";
import { GUARDED, lineOf, textOf, type Fault } from "./fault.ts";
import type { Verdict } from "./worker.ts";

/** A judged fault with its current line and the ring of its test. */
type Row = { readonly fault: Fault; readonly verdict: Verdict; readonly line: number; readonly ring: Ring | null };

/** What a verdict is called. */
const WORDS: Readonly<Record<Verdict, string>> = {
  detected: "detected",
  missed: "not detected",
  untested: "no test named",
  codeGone: "the code has changed",
  testGone: "the test is gone",
  broken: "the test fails without it",
};

/** Returns the judged faults by what they endanger, then by file and line. */
export function rowsOf(verdicts: ReadonlyMap<Fault, Verdict>): readonly Row[] {
  const place = ({ guards }: Fault) => (guards === null ? GUARDED.length : GUARDED.indexOf(guards));
  const rows = [...verdicts].map(([fault, verdict]) => ({
    fault,
    verdict,
    line: lineOf(textOf(root, fault.file), fault),
    ring: fault.test && ringOf(fault.test.file),
  }));
  return rows.toSorted(
    (one, other) =>
      place(one.fault) - place(other.fault) || compare(one.fault.file, other.fault.file) || one.line - other.line,
  );
}

const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

const isGuarding = ({ fault }: Row) => fault.guards !== null;

/** Returns both lists as text, and the number of faults that their named test does not detect. */
export function summaryOf(rows: readonly Row[]): { readonly text: string; readonly failures: number } {
  const line = ({ fault, verdict, line: at, ring }: Row) =>
    `${fault.guards ? `${fault.guards}: ` : ""}${fault.file}:${at}: ${WORDS[verdict]}` +
    (fault.test ? ` by ${fault.test.file} › ${fault.test.name} (${ring})` : "");
  const list = (title: string, chosen: readonly Row[]) =>
    [`${title}: ${countOf(chosen)}`, ...chosen.map((row) => `  ${line(row)}`)].join("\n");
  const guarding = rows.filter(isGuarding);
  const rest = rows.filter((row) => !isGuarding(row));
  return {
    text: [list(`Guarding ${GUARDED.join(", ")}`, guarding), list("The rest", rest)].join("\n\n"),
    failures: rows.filter(({ verdict }) => verdict !== "detected" && verdict !== "untested").length,
  };
}

const countOf = (rows: readonly Row[]): string =>
  `${rows.filter(({ verdict }) => verdict === "detected").length} of ${rows.length} detected`;

/** How the faults were judged: the duration, the number of the machine's processors, and the day. */
type Measured = { readonly minutes: number; readonly cores: number; readonly day: Date };

/** Returns the page with both lists. */
export function page(rows: readonly Row[], { minutes, cores, day }: Measured): string {
  const guarding = rows.filter(isGuarding);
  const rest = rows.filter((row) => !isGuarding(row));
  return `# Seeded faults and the tests that detect them

Written by \`npm run faults -- --write\` on ${day.toISOString().slice(0, 10)}, in ${Math.ceil(minutes)} minutes on a
machine with ${cores} cores. Each line is a change of one place in the code. The test named beside it passes without the
change and fails with it. \`core\` tests run with every \`npm test\`, \`rest\` tests with one in five, each at least once
in five (\`tools/test/rings.ts\`). The list is \`tools/faults/faults.json\`, where \`tools/faults/faults.test.ts\` checks
that code and tests are still there.

## Money, persons, orders, documents, logins, permissions

${countOf(guarding)}, each by a test that runs with every \`npm test\`.

| endangers | place | change | detected by | ring |
|---|---|---|---|---|
${guarding.map((row) => `| ${row.fault.guards} ${cells(row)}`).join("\n")}

## The rest

${countOf(rest)}.

| place | change | detected by | ring |
|---|---|---|---|
${rest.map((row) => cells(row)).join("\n")}
`;
}

function cells({ fault, verdict, line, ring }: Row): string {
  const test = fault.test ? `\`${fault.test.file}\` › ${escaped(fault.test.name)}` : "–";
  const found = verdict === "detected" ? test : `**${WORDS[verdict]}** ${test}`;
  const change = `${code(fault.code)} → ${fault.becomes.trim() === "" ? "removed" : code(fault.becomes)}`;
  return `| \`${fault.file}:${line}\` | ${change} | ${found} | ${ring ?? "–"} |`;
}

/** Returns code on one line, in a cell of a table. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const fence = line.includes("`") ? "``" : "`";
  const pad = line.includes("`") ? " " : "";
  return `${fence}${pad}${escaped(line)}${pad}${fence}`;
}

const escaped = (text: string) => text.replaceAll("|", "\\|");
