import type { Rappen } from "../money/money.ts";
import type { LocalText } from "../text/locale.ts";

/**
 * What an extension deducts from a purchase, such as a voucher. It is stored with the record, so every change of the
 * record and every new catalogue prices it again.
 */
export type Reduction = {
  /** The extension. A purchase has at most one reduction of each. */
  readonly by: string;
  /** What the extension calls it, such as the code of a voucher. */
  readonly reference: string;
  /** What people read on every receipt. */
  readonly name: LocalText;
  readonly off: { readonly amount: Rappen } | { readonly percent: number };
  /** `once`: from what is paid once; otherwise from so many monthly bills, or from all of them if null. */
  readonly when: "once" | { readonly months: number | null };
  /** The codes of the products that it is for; null for all. Fees and deposits are never reduced. */
  readonly on: readonly string[] | null;
};
