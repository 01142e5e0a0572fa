import { posix } from "node:path";
import { codeOf, isTest, type Source } from "./sources.ts";

/** The folders whose files may join tables of several owners, but never write to them. */
const isReadModel = (path: string) => /^(?:server|extensions\/[^/]+)\/read-models\//.test(path);
/** The file that merges the declarations of all `tables.ts`. */
const MERGED = "server/platform/database/tables.ts";

/** Returns the owner of each table: the folder whose `tables.ts` declares it. */
export function ownersOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  const declared = sources
    .filter(({ path }) => path.endsWith("/tables.ts") && path !== MERGED)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^ {2}interface Tables \{\n(.*?)^ {2}\}/gms)].flatMap(([, members = ""]) =>
        [...members.matchAll(/^ {4}(\w+): /gm)].map(([, table = ""]) => [table, posix.dirname(path)] as const),
      ),
    );
  return new Map(declared);
}

/** Empties the strings in code, because sentences can contain words that look like SQL, such as `taken from stock`. */
const withoutStrings = (code: string) => code.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');

/** Whether code names a table: as an argument of a query, as a value that a query uses later, or in SQL. */
function isNamed(table: string, code: string): boolean {
  if (!code.includes(table)) return false;
  const argument = new RegExp(
    [
      // selectFrom("orders as o"), innerJoin("orders", …), expired("orders", …), { table: "orders" }, "orders.number"
      String.raw`(?:from|into|table|join\w*|using|expired\w*)\(\s*\[?"${table}(?: as \w+)?"`,
      String.raw`\btable: "${table}"`,
      String.raw`"${table}\.\w+"`,
    ].join("|"),
    "i",
  );
  const inSql = new RegExp(
    String.raw`\b(?:from|join|insert into|update|using|\(analyze\))\s+${table}\b|\bfrom \w+ \w+, ${table}\b`,
    "i",
  );
  // for (const table of ["orders", …]) deleteFrom(table)
  const later = /(?:selectFrom|insertInto|updateTable|deleteFrom)\(\w+\)/.test(code) && code.includes(`"${table}"`);
  return later || argument.test(code) || inSql.test(withoutStrings(code));
}

const WRITES =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\b(?:insert into|delete from|update \w+(?: \w+)? set)\b/i;

/** Returns the files that name each table in a query, without migrations and tests. */
function usersOf(all: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const sources = all
    .filter((source) => !isTest(source) && !/\/migrations\/|\/tables\.ts$/.test(source.path))
    .map((source) => ({ path: source.path, code: codeOf(source) }));
  const users = (table: string) => sources.filter(({ code }) => isNamed(table, code)).map(({ path }) => path);
  return new Map([...ownersOf(all).keys()].map((table) => [table, users(table)]));
}

/**
 * Returns violations of table ownership, as sentences. Queries may name a table only in its owner's folder, there in at
 * most two files besides `upkeep.ts`, and in read models, whose files must not write.
 */
export function tableViolations(all: readonly Source[]): readonly string[] {
  const owners = ownersOf(all);
  const writers = all.filter((source) => isReadModel(source.path) && WRITES.test(codeOf(source)));
  const strangers = [...usersOf(all)].flatMap(([table, users]) => {
    const owner = owners.get(table) ?? "";
    const [own, others] = [
      users.filter((path) => path.startsWith(`${owner}/`) && !path.endsWith("/upkeep.ts")),
      users.filter((path) => !path.startsWith(`${owner}/`) && !isReadModel(path)),
    ];
    return [
      ...others.map((path) => `${path} names ${table}, which belongs to ${owner}`),
      ...(own.length > 2 ? [`${table} is named in ${own.join(", ")}`] : []),
    ];
  });
  return [...writers.map(({ path }) => `${path} writes`), ...strangers];
}
