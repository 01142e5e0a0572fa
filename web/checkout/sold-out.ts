import { useCallback } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "#web/api/failure.ts";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";

/** Whether an order or payment failed because the device is out of stock. */
export const isSoldOut = (failure: Failure): boolean => failure.kind === "coded" && failure.code === "NO_STOCK";

/** Says that the device is sold out, then goes home (specification 8). */
export function useSoldOut(): () => Promise<void> {
  const t = useTranslations("checkout");
  const ask = useAsk();
  const { home } = useNavigation();
  return useCallback(async () => {
    const answers = [{ key: "ok", label: t("toHome") }];
    await ask({ title: t("noStockTitle"), text: t("noStock"), tone: "warn", answers });
    home();
  }, [t, ask, home]);
}
