import type { DeskPermit } from "#core/desk/roles.ts";
import type { LocalText } from "#core/text/locale.ts";
import type { Handle } from "#server/platform/database/database.ts";

/**
 * A page of the desk that an extension describes and Kasse draws (ADR 74): a table to search and to download, and acts
 * on its rows or as a whole.
 */
export type DeskSection = {
  /** Its name in the navigation, and its heading. */
  readonly title: LocalText;
  /** One sentence below the heading. */
  readonly about: LocalText;
  /** Who sees it. */
  readonly permit: DeskPermit;
  /** The first one names a row, such as a code. `key` is also the heading of the column in the downloaded file. */
  readonly columns: readonly {
    readonly key: string;
    readonly title: LocalText;
    readonly kind: DeskColumnKind;
  }[];
  /**
   * Returns rows, newest first. `text`: what they are searched for, without spaces around it; empty for all. `after`:
   * the id of the last row of the page before, null for the first page. `limit`: the greatest number of rows; fewer
   * mean that there are no more.
   */
  list(wanted: {
    readonly text: string;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly DeskSectionRow[]>;
  /** What people can do, by names of letters and digits. The page shows them in this order. */
  readonly acts: Readonly<Record<string, DeskAct>>;
};

export const DESK_COLUMN_KINDS = ["text", "number", "amount", "time"] as const;
type DeskColumnKind = (typeof DESK_COLUMN_KINDS)[number];

export type DeskSectionRow = {
  /** Unique on the page, at most 200 characters. */
  readonly id: string;
  /** By column: texts, numbers, amounts in Rappen, times. Null or absent: nothing. */
  readonly cells: Readonly<Record<string, string | number | Date | LocalText | null>>;
  /** The acts of kind `row` that can be done with it now. */
  readonly acts: readonly string[];
};

/** Something that people can do on the page of an extension, with a reason that the audit log keeps. */
export type DeskAct = {
  /** Whether it is done with a row, or with none. */
  readonly of: "row" | "page";
  /** The button, and the heading of its dialog. */
  readonly title: LocalText;
  /** One sentence that says what it does. */
  readonly text: LocalText;
  /** Who can do it, and confirm it. */
  readonly permit: DeskPermit;
  /** It ends or removes something. */
  readonly danger?: true;
  /** What people enter, by names of letters and digits. */
  readonly fields: DeskActFields;
  /** It is done once another person with the permit has confirmed it. */
  readonly second?: true;
  /**
   * Does it, in a transaction that is kept only if it is done. Writes by nothing but `tx`. With `second`, it also runs
   * when it is asked for, in a transaction that is rolled back, to see whether it can be done.
   */
  run(tx: Handle, asked: DeskAsked): Promise<DeskActed>;
};

export type DeskActFields = Readonly<Record<string, DeskActField>>;
/** A field of an act. `text` has one line of at most 200 characters, `number` is whole, `day` is `YYYY-MM-DD`. */
export type DeskActField = {
  readonly label: LocalText;
  readonly hint?: LocalText;
  readonly required?: true;
} & (
  | { readonly kind: (typeof PLAIN_FIELD_KINDS)[number] }
  | { readonly kind: "choice"; readonly options: Readonly<Record<string, LocalText>> }
);
export const PLAIN_FIELD_KINDS = ["text", "number", "amount", "day"] as const;

/** What people entered, by field: an amount in Rappen, a day as `YYYY-MM-DD`, the key of a choice; null for nothing. */
export type DeskValues = Readonly<Record<string, string | number | null>>;

export type DeskAsked<Values = DeskValues> = {
  /** The row; null for an act of the page. */
  readonly id: string | null;
  readonly values: Values;
  /** Who asked for it, as in the audit log. */
  readonly actor: string;
  /** With `second`, who confirmed it; null while it is only tried. */
  readonly confirmedBy: string | null;
  readonly now: Date;
};

/** What became of an act. `wrong`: a sentence for each wrong field. `refused`: why it cannot be done. */
export type DeskActed =
  | { readonly kind: "done" }
  | { readonly kind: "wrong"; readonly fields: Readonly<Record<string, LocalText>> }
  | { readonly kind: "refused"; readonly message: LocalText };

type ValueOf<Field extends DeskActField> = Field extends { readonly kind: "choice"; readonly options: infer Options }
  ? keyof Options & string
  : Field extends { readonly kind: "number" | "amount" }
    ? number
    : string;
type ValuesOf<Fields extends DeskActFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { readonly required: true }
    ? ValueOf<Fields[Name]>
    : ValueOf<Fields[Name]> | null;
};

/**
 * Declares an act, whose `run` gets values of the types of its fields.
 *
 * @public for extensions
 */
export function deskAct<const Fields extends DeskActFields>(
  act: Omit<DeskAct, "fields" | "run"> & {
    readonly fields: Fields;
    run(tx: Handle, asked: DeskAsked<ValuesOf<Fields>>): Promise<DeskActed>;
  },
): DeskAct {
  // The cast is safe: the desk reads the values by these fields.
  return act as unknown as DeskAct;
}

/** The pages of extensions at the desk, by extension. */
export type DeskSections = ReadonlyMap<string, DeskSection>;
