import { parse } from "libpg-query";
import { kindOf, type MigrationKind } from "#server/platform/database/migrate.ts";

/** A statement as parsed by PostgreSQL's own parser: an object with one property, named after the kind of statement. */
type Nodes = {
  readonly CreateStmt?: { readonly relation: Relation };
  readonly CreateTableAsStmt?: { readonly into: { readonly rel: Relation } };
  readonly AlterTableStmt?: {
    readonly relation: Relation;
    readonly cmds: readonly { readonly AlterTableCmd: AlterTableCmd }[];
  };
  readonly IndexStmt?: { readonly relation: Relation; readonly concurrent?: boolean; readonly idxname?: string };
  readonly DropStmt?: { readonly removeType: string; readonly concurrent?: boolean; readonly missing_ok?: boolean };
  readonly RenameStmt?: object;
  readonly UpdateStmt?: { readonly relation: Relation };
  readonly DeleteStmt?: { readonly relation: Relation };
  readonly TruncateStmt?: object;
};
type Relation = { readonly relname: string };
type AlterTableCmd = { readonly subtype: string; readonly name?: string; readonly def?: Definition };
type Definition = {
  readonly Constraint?: Constraint;
  readonly ColumnDef?: {
    readonly colname?: string;
    readonly constraints?: readonly { readonly Constraint: Constraint }[];
  };
};
type Constraint = { readonly contype: string; readonly skip_validation?: boolean };

/** Tables with so few rows that one statement can change them all. */
const SMALL = new Set([
  "stock",
  "catalogues",
  "kasse_migrations",
  "desk_people",
  "desk_sessions",
  "desk_refund_requests",
]);

/**
 * For each `alter table` command (the parser's name), returns the harm to processes of the previous version, or to
 * those that wait for the lock; null if there is none.
 */
const ALTERATIONS: Readonly<Record<string, (command: AlterTableCmd) => string | null>> = {
  AT_DropColumn: ({ name }) => `drops the column ${name}, which running processes might use`,
  AT_AlterColumnType: ({ name }) =>
    `changes the type of ${name}, which rewrites the table and breaks prepared statements`,
  AT_SetNotNull: ({ name }) => `makes ${name} not null, which running processes might leave empty`,
  AT_AddConstraint: ({ def }) =>
    def?.Constraint?.skip_validation || isIndexed(def?.Constraint)
      ? null
      : "adds a constraint that is checked for all rows at once: add it NOT VALID, and validate it in a separate migration",
  AT_AddColumn: ({ def }) => newColumn(def?.ColumnDef),
};

const isIndexed = (constraint?: Constraint) => constraint?.contype === "CONSTR_NOTNULL";

/** Returns what is wrong with a new column; null if nothing is. */
function newColumn(column: Definition["ColumnDef"]): string | null {
  const has = (type: string) => column?.constraints?.some(({ Constraint: { contype } }) => contype === type) ?? false;
  const name = column?.colname ?? "";
  if (has("CONSTR_NOTNULL") && !has("CONSTR_DEFAULT"))
    return `adds ${name} as not null without a default, which running processes do not fill`;
  if (has("CONSTR_UNIQUE") || has("CONSTR_PRIMARY"))
    return `adds ${name} with an index that locks the table while it is built`;
  if (has("CONSTR_FOREIGN"))
    return `adds ${name} with a reference, which locks both tables: add the constraint NOT VALID`;
  if (has("CONSTR_IDENTITY") || has("CONSTR_GENERATED"))
    return `adds ${name} with computed values, which rewrites the table`;
  return null;
}

/** Whether a statement is allowed in a `concurrent` migration: it must run alone, without a lock, and be repeatable. */
function isConcurrent({ IndexStmt: index, DropStmt: drop, AlterTableStmt: alter }: Nodes): boolean {
  if (index) return index.concurrent === true;
  if (drop) return drop.concurrent === true && drop.missing_ok === true;
  return alter?.cmds.every(({ AlterTableCmd: { subtype } }) => subtype === "AT_ValidateConstraint") ?? false;
}

function problemsOf(statement: Nodes, made: ReadonlySet<string>): readonly (string | null)[] {
  const isOld = ({ relname }: Relation) => !made.has(relname) && !SMALL.has(relname);
  const { IndexStmt: index, DropStmt: drop, AlterTableStmt: alter } = statement;
  const rows = statement.UpdateStmt ?? statement.DeleteStmt;
  if (index && isOld(index.relation))
    return ["builds an index under a lock: build it concurrently, in a file that starts with `-- concurrent`"];
  if (drop)
    return [`drops ${drop.removeType.replace("OBJECT_", "").toLowerCase()}s, which running processes might use`];
  if (statement.RenameStmt) return ["renames something that running processes use by its old name"];
  if (statement.TruncateStmt) return ["empties a table"];
  if (rows && isOld(rows.relation))
    return [`changes all rows of ${rows.relation.relname} at once: let a job do it in batches`];
  if (alter && isOld(alter.relation))
    return alter.cmds.map(({ AlterTableCmd: command }) => ALTERATIONS[command.subtype]?.(command) ?? null);
  return [];
}

const CHECKS: Readonly<
  Record<MigrationKind, (sql: string, statements: readonly Nodes[]) => readonly (string | null)[]>
> = {
  expand(_sql, statements) {
    const made = new Set(
      statements.flatMap(({ CreateStmt: table, CreateTableAsStmt: as }) => [
        ...(table ? [table.relation.relname] : []),
        ...(as ? [as.into.rel.relname] : []),
      ]),
    );
    return statements.flatMap((each) => problemsOf(each, made));
  },
  concurrent: (sql, statements) => [
    ...statements.map((each) =>
      isConcurrent(each)
        ? null
        : "has a statement that is not `create index concurrently`, `drop index concurrently if exists` or `validate constraint`",
    ),
    // If building an index was interrupted, an invalid index must be dropped first.
    ...statements.map(({ IndexStmt: index }) =>
      index && !new RegExp(`drop index concurrently if exists ${index.idxname};`, "i").test(sql)
        ? `does not drop ${index.idxname} first, which an interrupted build leaves invalid`
        : null,
    ),
  ],
  contract: (sql) => [/^-- contract: \S.{9,}/.test(sql) ? null : "does not say why it is no longer used"],
};

/**
 * Returns how a migration would disturb a shop that continues to sell while it runs (ADR 32); empty if it would not.
 * Throws for invalid SQL.
 */
export async function migrationProblems(sql: string): Promise<readonly string[]> {
  const { stmts = [] } = (await parse(sql)) as { stmts?: readonly { readonly stmt: Nodes }[] };
  const problems = CHECKS[kindOf(sql)](
    sql,
    stmts.map(({ stmt }) => stmt),
  );
  return problems.filter((problem) => problem !== null);
}
