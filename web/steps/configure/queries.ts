import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import { useRemote } from "#web/api/use-remote.ts";

/** Add-on bundles of a tariff; those without a price are hidden (specification 3). */
export function useBundles(tariff: string, family: "mobile" | "tv") {
  const list = useRemote(`${family} ${tariff}`, () =>
    call("bundles", { params: { tariff, family: family === "mobile" ? "1" : "0" } }),
  );
  return (list ?? []).flatMap((bundle) => (bundle.total === undefined ? [] : [{ ...bundle, total: bundle.total }]));
}

/** TV options of a tariff: bonus options of a mobile one, tariffs and durations of TV. */
export function useTvOptions(tariff: string) {
  return useRemote(tariff, () => call("tvOptions", { params: { tariff } })) ?? [];
}

/** Words of the carousel's buttons. */
export function useCarouselWords() {
  const t = useTranslations("common.carousel");
  return { previous: t("previous"), next: t("next") };
}
