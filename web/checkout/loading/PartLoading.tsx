import { useTranslations } from "use-intl";
import { Loader } from "#web/kit/Loader.tsx";
import { useMissing } from "#web/kit/load-part.ts";

/** Until a part's code has arrived: the loader, but not while the network is lost, when the page stays usable. */
export function PartLoading() {
  const t = useTranslations("common");
  return useMissing() === null && <Loader label={t("loading")} />;
}
