import type { Chf } from "#core/money/money.ts";
import { useEffect, useState } from "react";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { call } from "#web/api/call.ts";
import { useRemote } from "#web/api/use-remote.ts";
import type { CheckoutRecord } from "#web/session/draft.ts";
import { listsOf } from "./list-calls.ts";

/** A bundle with a price. */
export type Bundle = AnswerOf<"bundles">[number] & { readonly total: Chf };

/** The options that step 1 offers. A list that could not be loaded is empty, because shoppers can buy without it. */
export type Lists = {
  readonly presentation: AnswerOf<"presentation"> | null;
  readonly bundles: readonly Bundle[];
  /** For a mobile tariff, the options of its bonus; for TV, the tariffs and durations. */
  readonly options: AnswerOf<"tvOptions">;
  /** The set-top boxes of a TV tariff, with monthly `price` and `oneTime` in CHF. Empty for a mobile tariff. */
  readonly boxes: AnswerOf<"product">["boxes"];
};

/** Maximum time to wait for the lists, in ms. A list that arrives later is rendered then. */
const MAX_WAIT_MS = 3000;

/**
 * Loads all lists of step 1 in parallel. Returns null until each list has arrived or failed, so that the step renders
 * as a whole and nothing moves. After a change, the old lists stay until the new ones arrive.
 */
export function useLists(record: CheckoutRecord | null): Lists | null {
  const calls = record && listsOf(record);
  const key = calls?.code ?? null;
  const tv = calls?.tv ?? false;
  const presentation = useRemote(record && `${key} ${record.binding}`, () => call("presentation", calls!.presentation));
  const bundles = useRemote(key, () => call("bundles", calls!.bundles));
  const options = useRemote(key, () => call("tvOptions", calls!.tvOptions));
  const product = useRemote(tv ? key : null, () => call("product", calls!.product));
  const [timedOut, setTimedOut] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const answers = [presentation, bundles, options, ...(tv ? [product] : [])];
  if (answers.includes(undefined) && !timedOut) return null;
  return {
    presentation: presentation ?? null,
    bundles: withPrice(bundles ?? []),
    options: options ?? [],
    boxes: product?.boxes ?? [],
  };
}

/** Removes bundles without a price, because they must not be shown (specification 3). */
function withPrice(bundles: AnswerOf<"bundles">): Bundle[] {
  return bundles.flatMap((bundle) => (bundle.total === undefined ? [] : [{ ...bundle, total: bundle.total }]));
}
