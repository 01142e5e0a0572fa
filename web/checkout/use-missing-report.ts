import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { tryAgain, useMissing } from "#web/kit/load-part.ts";
import { useAsk } from "./dialogs/DialogProvider.tsx";

/**
 * Reports that a part of the page could not be loaded, such as the next step. Without a network the dialog closes once
 * the part has arrived; if its file is gone, the shopper reloads the page when it suits them.
 */
export function useMissingReport(): void {
  const t = useTranslations();
  const ask = useAsk();
  const missing = useMissing();
  const { brand } = usePage();
  useEffect(() => {
    if (missing === null) return;
    const arrived = Promise.withResolvers<"arrived">();
    const close = { key: "close" as const, label: t("common.close") };
    const report = async () => {
      if (missing === "lost") {
        const answers = [{ key: "retry" as const, label: t("common.retry") }, close];
        const title = t("common.network.title");
        const answer = await ask({ title, text: t("watch.lost"), tone: "warn", answers, until: arrived.promise });
        if (answer === "retry") tryAgain();
        return;
      }
      const answers = [{ key: "reload" as const, label: t("common.broken.reload") }, close];
      const text = t("common.broken.text", { phone: brand.phone });
      if ((await ask({ title: t("common.broken.title"), text, tone: "warn", answers })) === "reload") location.reload();
    };
    void report();
    return () => arrived.resolve("arrived");
  }, [missing, t, ask, brand.phone]);
}
