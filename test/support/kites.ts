import type { LocalText } from "#core/text/locale.ts";
import { deskAct, type DeskSection } from "#server/extension/desk-section.ts";
import type { Database } from "#server/platform/database/database.ts";
import { fragment, run, statement } from "#server/platform/database/statement.ts";

const words = (de: string, en: string): LocalText => ({ de, en, fr: en, it: en, sr: en });

/** The table of an extension that has kites. */
export const KITES_TABLE =
  "create table kites (name text primary key, price int, length int, flown_at timestamptz not null default now())";

const fly = deskAct({
  of: "page",
  title: words("Steigen lassen", "Fly"),
  text: words("Ein Drachen steigt.", "A kite rises."),
  permit: "changeStock",
  fields: {
    name: { kind: "text", label: words("Name", "Name"), required: true },
    price: { kind: "amount", label: words("Preis", "Price") },
    length: { kind: "number", label: words("Länge", "Length") },
    day: { kind: "day", label: words("Tag", "Day") },
    wind: { kind: "choice", label: words("Wind", "Wind"), options: { east: words("Ost", "East") } },
  },
  async run(tx, { values: { name, price, length } }) {
    if (name === "Stein")
      return { kind: "wrong", fields: { name: words("Steine steigen nicht.", "Stones do not fly.") } };
    await run(tx, statement`insert into kites (name, price, length) values (${name}, ${price}, ${length})`);
    if (length === 0) return { kind: "refused", message: words("Kein Wind.", "No wind.") };
    return { kind: "done" };
  },
});

/** Returns the page of an extension with kites. `ran`: who asked for and confirmed each act that ran, in order. */
export function kites(db: Database, ran: (readonly [string, string | null])[]): DeskSection {
  return {
    title: words("Drachen", "Kites"),
    about: words("Alle Drachen.", "All kites."),
    permit: "seeBoard",
    columns: [
      { key: "name", title: words("Name", "Name"), kind: "text" },
      { key: "price", title: words("Preis", "Price"), kind: "amount" },
      { key: "length", title: words("Länge", "Length"), kind: "number" },
      { key: "flown", title: words("Zeit", "Time"), kind: "time" },
      { key: "state", title: words("Zustand", "State"), kind: "text" },
    ],
    async list({ text, after, limit }) {
      const later = after === null ? fragment`` : fragment`and name > ${after}`;
      const rows = await run(
        db,
        statement<{ name: string; price: number | null; length: number | null; flown_at: Date }>`
          select name, price, length, flown_at from kites where position(${text} in name) > 0 ${later}
          order by name limit ${limit}`,
      );
      return rows.map(({ name, price, length, flown_at: flown }) => ({
        id: name,
        cells: { name, price, length, flown, state: words("oben", "up") },
        acts: ["land", "sell"],
      }));
    },
    acts: {
      fly,
      land: {
        of: "row",
        title: words("Einholen", "Land"),
        text: words("Der Drachen kommt herunter.", "The kite comes down."),
        permit: "changeStock",
        danger: true,
        fields: {},
        async run(tx, { id }) {
          const landed = await run(tx, statement`delete from kites where name = ${id} returning 1`);
          return landed.length > 0
            ? { kind: "done" }
            : { kind: "refused", message: words("Er ist schon unten.", "It is down already.") };
        },
      },
      sell: {
        of: "row",
        title: words("Preis ändern", "Change the price"),
        text: words("Ein anderer Preis.", "Another price."),
        permit: "changeStock",
        second: true,
        fields: { price: { kind: "amount", label: words("Preis", "Price"), required: true } },
        async run(tx, { id, values, actor, confirmedBy }) {
          ran.push([actor, confirmedBy]);
          const sold = await run(
            tx,
            statement`update kites set price = coalesce(price, 0) + ${values["price"]}::int where name = ${id} returning 1`,
          );
          return sold.length > 0
            ? { kind: "done" }
            : { kind: "refused", message: words("Diesen Drachen gibt es nicht.", "There is no such kite.") };
        },
      },
    },
  };
}
