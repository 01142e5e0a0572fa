import { useCallback } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "#web/api/failure.ts";
import { useLeaveForHome } from "./dialogs/leave-for-home.ts";

/** Whether an order or payment failed because the device is out of stock. */
export const isSoldOut = (failure: Failure): boolean => failure.kind === "coded" && failure.code === "NO_STOCK";

/** Returns a function that reports that the device is sold out, then goes home (specification 8, `noStock`). */
export function useSoldOut(): () => void {
  const t = useTranslations("checkout");
  const leaveForHome = useLeaveForHome();
  return useCallback(() => leaveForHome(t("noStockTitle"), t("noStock")), [t, leaveForHome]);
}
