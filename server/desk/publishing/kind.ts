import type { Changes, Contents } from "#contract/desk/publishing-answers.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { DeskDraftKind } from "#server/shop/drafts/tables.ts";
import type { Activation, CancelledActivation, Ordered } from "#server/shop/catalogue/activations.ts";
import type { ContentProblem } from "#server/shop/catalogue/problems.ts";

/** Contents without errors. `save`: stores them as a version, unless a version with the same content exists. */
type Right = {
  /** Returns the differences from what is live at a time; null if nothing is live then. */
  changes(db: Handle, at: Date, locale: Locale): Promise<Changes | null>;
  save(tx: Handle, by: Ordered): Promise<number>;
};
type Checked =
  | { readonly ok: true; readonly right: Right }
  | { readonly ok: false; readonly problems: readonly ContentProblem[] };

/** What people at the desk publish in versions: the catalogue, or the texts of the brand. */
export type PublishedKind = {
  readonly name: DeskDraftKind;
  /** The names of the parts of its contents. */
  readonly parts: readonly string[];
  /** Returns the JSON Schema of each part. */
  schemas(): Readonly<Record<string, object>>;
  check(content: Contents): Checked;
  /** Returns the contents of a version; null if there is none. */
  contentOf(db: Handle, version: number): Promise<Contents | null>;
  activations(db: Handle): Promise<readonly Activation[]>;
  activate(tx: Handle, version: number, by: Ordered & { readonly from: Date }): Promise<void>;
  cancel(tx: Handle, id: number, by: Ordered): Promise<CancelledActivation>;
};
