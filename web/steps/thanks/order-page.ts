import type { AnswerOf } from "#contract/shop/calls.ts";

/** What each state of the order's page shows. `order` is null if it cannot be loaded. */
export type OrderPage = {
  readonly order: AnswerOf<"order"> | null;
  /** Loads the order again. */
  readonly onChanged: () => void;
};
