import { useTranslations } from "use-intl";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { useAsk } from "./DialogProvider.tsx";

/**
 * Returns a function that says that an address was refused, and leads to the step where it is corrected, with the
 * reason at the field. Resolves to whether the shopper goes there.
 */
export function useBadAddress(): () => Promise<boolean> {
  const t = useTranslations("customer");
  const ask = useAsk();
  const { correct } = useNavigation();
  return async () => {
    const answer = await ask({
      title: t("badAddressTitle"),
      text: t("badAddress"),
      tone: "warn",
      answers: [
        { key: "edit", label: t("editAddress") },
        { key: "close", label: t("close") },
      ],
    });
    if (answer !== "edit") return false;
    correct("4a", { address: t("badAddress") });
    return true;
  };
}
