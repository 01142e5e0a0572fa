import { isTree, type Choice, type Entry, type Setting, type Tree } from "./setting.ts";

/** One row of the documentation: a setting or a choice, and the options that need it, such as `twilio`. */
export type Row = {
  readonly entry: Setting | Choice;
  readonly neededBy: readonly string[];
  readonly ofAllOptions: boolean;
};

/**
 * Returns all settings of a tree in the table's order. Includes those of every option of a choice, but not the choice
 * itself.
 */
export function settingsIn(tree: Tree): readonly Setting[] {
  return rowsOf(tree).flatMap(({ entry }) => (entry.kind === "setting" ? [entry] : []));
}

/** Returns all settings and choices of a tree in the table's order, each name once. */
export function rowsOf(tree: Tree): readonly Row[] {
  const rows = new Map<string, { entry: Setting | Choice; neededBy: string[]; ofAllOptions: boolean }>();
  const visit = (entry: Entry, option: string | null, options: number): void => {
    if (isTree(entry)) {
      for (const each of Object.values(entry)) visit(each, option, options);
      return;
    }
    const known = entry as Setting | Choice;
    const row = rows.get(known.name) ?? { entry: known, neededBy: [], ofAllOptions: false };
    if (option !== null && !row.neededBy.includes(option)) row.neededBy.push(option);
    row.ofAllOptions = option !== null && row.neededBy.length === options;
    rows.set(known.name, row);
    if (known.kind === "choice") {
      const all = Object.entries(known.options);
      for (const [word, settings] of all) visit(settings, word, all.length);
    }
  };
  visit(tree, null, 0);
  return [...rows.values()];
}
