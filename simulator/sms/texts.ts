import type { Action, Holding } from "#simulator/play/provider.ts";

/** A text as a phone shows it. */
export type Text = { readonly id: string; readonly to: string; readonly text: string };

/** The texts, the newest first; the code to log in has a column of its own. */
export const textsHeld = (texts: readonly Text[], actions: readonly string[] = []): Holding => ({
  title: "Texts",
  columns: ["To", "Code", "Text"],
  rows: texts.map(({ id, to, text }) => ({ id, cells: [to, codeIn(text), text], actions })).toReversed(),
});

/** The last line of a text that a phone fills in: `@shop.example.ch #123456` (origin-bound one-time codes). */
const codeIn = (text: string): string => /#(\d+)\s*$/.exec(text)?.[1] ?? "";

export const refusedHeld = (refused: ReadonlySet<string>): Holding => ({
  title: "Numbers that get no text",
  columns: ["Number"],
  rows: [...refused].map((number) => ({ id: number, cells: [number], actions: ["permitNumber"] })),
});

/** Refuses numbers and permits them again. */
export const numberActions = (refused: Set<string>): Readonly<Record<string, Action>> => ({
  refuseNumber: {
    title: "Refuse texts to it",
    of: "provider",
    input: "Number, such as 41784000001",
    run({ value }) {
      if (!/^41\d{9}$/.test(value)) return { refused: "A number has eleven digits and begins with 41." };
      refused.add(value);
      return { done: `${value} gets no text any more.` };
    },
  },
  permitNumber: {
    title: "Permit texts to it",
    of: "row",
    run: ({ id }) =>
      refused.delete(id) ? { done: `${id} gets texts again.` } : { refused: "This number is not refused." },
  },
});
