import { useCallback } from "react";
import { useTranslations } from "use-intl";
import { useAsk } from "./DialogProvider.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { checkoutId } from "#web/session/checkout-session.ts";
import { forgetDraft } from "#web/session/draft.ts";
import { storeEnded } from "#web/session/ended.ts";

/** Delay before the home page replaces a checkout that cannot continue, in ms (specification 9). */
const REDIRECT_DELAY_MS = 1500;

/**
 * Returns a function that explains why a checkout cannot continue and goes to the home page, which repeats the message.
 * Public pages then no longer offer to continue the checkout.
 */
export function useLeaveForHome(): (title: string, text: string) => void {
  const t = useTranslations("common");
  const ask = useAsk();
  const { home } = useNavigation();
  return useCallback(
    (title, text) => {
      const id = checkoutId();
      if (id !== null) forgetDraft(id);
      storeEnded({ title, text });
      const answers = [{ key: "home", label: t("home") }];
      void ask({ title, text, tone: "warn", persistent: true, answers }).then(home);
      setTimeout(home, REDIRECT_DELAY_MS);
    },
    [t, ask, home],
  );
}
