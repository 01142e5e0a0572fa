import type { Recorded } from "../../test/support/statement-recorder.ts";

/** A script for pgbench, and the values of its constants. */
export type Replay = {
  readonly script: string;
  readonly constants: Readonly<Record<string, string>>;
  /** Number of the purchase's statements. The script has one more, which generates new values. */
  readonly statements: number;
  readonly roundTrips: number;
};

type Twin = { readonly mine: Recorded; readonly twin: Recorded };

/** Maximum length of strings in which values are replaced. Longer strings, such as events, are replayed as recorded. */
const MAX_COMPOSED = 1000;

/**
 * Creates a pgbench script from two recorded purchases of the same customer. A value that is the same in both is a
 * constant. A value that differs came from a query's result, or else is generated for each run of the script; this also
 * applies to values inside short strings, such as a job's key. Statements that shared a round trip are pipelined.
 */
export function replayOf(one: readonly Recorded[], other: readonly Recorded[]): Replay {
  const twins = twinsOf(one, other);
  const constants: Record<string, string> = {};
  const fresh = new Map<string, { readonly name: string; readonly sql: string }>();
  const answered = new Map<string, string>();
  const composed = new Map<string, string>();
  const constant = (value: string): string => {
    const name = `c${Object.keys(constants).length}`;
    constants[name] = value;
    return name;
  };

  function parameter(value: unknown, twin: unknown): string {
    if (value === null || value === undefined) return "null";
    const text = textOf(value);
    if (text === textOf(twin)) return `:${constant(text)}`;
    const known = answered.get(text) ?? fresh.get(text)?.name ?? composed.get(text)?.split(" ").at(-1);
    if (known) return `:${known}`;
    const sql = generatorOf(text);
    if (sql !== null) {
      const name = `v${fresh.size}`;
      fresh.set(text, { name, sql });
      return `:${name}`;
    }
    const inside = [...fresh].filter(([piece]) => text.includes(piece));
    if (inside.length === 0 || text.length > MAX_COMPOSED) return `:${constant(text)}`;
    const replaced = inside.reduce(
      (before, [piece, { name }]) => `replace(${before}, :${constant(piece)}::text, ${name}::text)`,
      `:${constant(text)}::text`,
    );
    const name = `x${composed.size}`;
    composed.set(text, `${replaced} as ${name}`);
    return `:${name}`;
  }

  const lines: string[] = [];
  let piped = false;
  let roundTrips = 0;
  for (const [index, { mine, twin }] of twins.entries()) {
    const values = mine.values.map((value, place) => parameter(value, twin.values[place]));
    const text = mine.text
      .replaceAll(/\s+/g, " ")
      .trim()
      .replaceAll(/\$(\d+)/g, (_all, number: string) => values[Number(number) - 1] ?? "null");
    const columns = usedColumns(mine, twin, twins.slice(index + 1));
    const joins = twins[index + 1]?.mine.joined === true;
    if (!mine.joined) roundTrips += 1;
    // pgbench can store results in variables only outside a pipeline.
    const pipes: boolean = columns.length === 0 && (joins || (mine.joined && piped));
    if (pipes && !piped) lines.push("\\startpipeline");
    if (!pipes && piped) lines.push("\\endpipeline");
    piped = pipes;
    if (columns.length > 0) lines.push(`${text} \\gset r${index}_`);
    else lines.push(`${text};`);
    for (const column of columns) answered.set(textOf(mine.row?.[column]), `r${index}_${column}`);
    if (piped && !joins) {
      lines.push("\\endpipeline");
      piped = false;
    }
  }
  const made = [...fresh.values()].map(({ name, sql }) => `${sql} as ${name}`).join(", ");
  const start = `select ${["made.*", ...composed.values()].join(", ")} from (select ${made}) made \\gset`;
  return { script: [start, ...lines].join("\n"), constants, statements: twins.length, roundTrips };
}

/** Pairs each statement of the first purchase with its counterpart in the second. */
function twinsOf(one: readonly Recorded[], other: readonly Recorded[]): readonly Twin[] {
  const rest = [...other];
  return one.flatMap((mine) => {
    const index = rest.findIndex(({ text, call }) => text === mine.text && call === mine.call);
    const [twin] = index < 0 ? [] : rest.splice(index, 1);
    return twin ? [{ mine, twin }] : [];
  });
}

/** Returns the columns of a result whose values differ between the purchases and that later statements send. */
function usedColumns(mine: Recorded, twin: Recorded, later: readonly Twin[]): readonly string[] {
  const sent = new Set(later.flatMap((each) => each.mine.values.map(textOf)));
  return Object.keys(mine.row ?? {}).filter((column) => {
    const value = textOf(mine.row?.[column]);
    return value !== textOf(twin.row?.[column]) && value.length > 3 && sent.has(value);
  });
}

/** Returns SQL that generates a new value of the same kind; null if the value can stay the same. */
function generatorOf(value: string): string | null {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return "gen_random_uuid()";
  if (/^\\x[0-9a-f]{64}$/.test(value)) return "'\\x' || encode(sha256(gen_random_uuid()::text::bytea), 'hex')";
  if (/^[A-Za-z0-9_-]{32}$/.test(value)) return "replace(gen_random_uuid()::text, '-', '')";
  return null;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((each) => JSON.stringify(each)).join(",")}}`;
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return String(value);
}
