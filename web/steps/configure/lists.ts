import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/endpoints.ts";
import { call } from "#web/api/call.ts";
import { useRemote } from "#web/api/use-remote.ts";
import { flowOf } from "#web/checkout/state/flow.ts";
import type { CheckoutRecord } from "#web/session/draft.ts";

/** An add-on bundle that has a price; amounts are in CHF, as on the wire. */
export type Bundle = AnswerOf<"bundles">[number] & { readonly total: number };

/** What step 1 offers beside the record's own prices. A list that could not be had is empty: it is an extra. */
export type Lists = {
  readonly presentation: AnswerOf<"presentation"> | null;
  readonly bundles: readonly Bundle[];
  /** TV options of the tariff: bonus options of a mobile one, tariffs and durations of TV. */
  readonly options: AnswerOf<"tvOptions">;
  /** The set-top boxes of a TV tariff: `price` a month and `oneTime`, in CHF. Empty for a mobile tariff. */
  readonly boxes: AnswerOf<"product">["boxes"];
};

/** Milliseconds that the step waits for its lists; one that comes later is drawn when it comes. */
const PATIENCE = 3000;

/**
 * All lists of step 1, asked for at once, beside the price; null until each has its first answer, so that the step is
 * drawn whole and nothing in it moves. After that the old ones stay until the new ones are here.
 */
export function useLists(record: CheckoutRecord | null): Lists | null {
  const { family } = flowOf(record, null);
  const code = (family === "tv" ? record?.tv_tariff : record?.tariff) ?? "";
  const ask = record ? code : null;
  const presentation = useRemote(record && `${code} ${record.binding}`, () =>
    call("presentation", {
      body: { tariff: code, type: record?.type ?? "", binding: record?.binding },
      anonymous: true,
    }),
  );
  const bundles = useRemote(ask, () =>
    call("bundles", { params: { tariff: code, family: family === "mobile" ? "1" : "0" }, anonymous: true }),
  );
  const options = useRemote(ask, () => call("tvOptions", { params: { tariff: code }, anonymous: true }));
  const product = useRemote(family === "tv" ? ask : null, () =>
    call("product", { params: { kind: "tv", code }, anonymous: true }),
  );
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  const asked = [presentation, bundles, options, ...(family === "tv" ? [product] : [])];
  if (asked.includes(undefined) && !waited) return null;
  return {
    presentation: presentation ?? null,
    bundles: withPrice(bundles ?? []),
    options: options ?? [],
    boxes: product?.boxes ?? [],
  };
}

/** Bundles without a price are hidden (specification 3). */
function withPrice(bundles: AnswerOf<"bundles">): Bundle[] {
  return bundles.flatMap((bundle) => (bundle.total === undefined ? [] : [{ ...bundle, total: bundle.total }]));
}

/** Words of the carousel's buttons. */
export function useCarouselWords() {
  const t = useTranslations("common.carousel");
  return { previous: t("previous"), next: t("next") };
}
