import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { usePage } from "#web/app/page-context.tsx";
import { canVisitNetwork, takeReturnQuery, visitNetwork } from "#web/session/network-visit.ts";

type Props = {
  readonly onLoggedIn: (token: string) => Promise<void>;
  /** Called with the server's sentence if the network has recognised the phone, but its number is not proof enough. */
  readonly onSimSwapped: (message: string) => void;
};

/**
 * A button that logs in by the mobile network: the browser goes there and comes back at once. If that does not work,
 * nothing is said, because the code by text is beside it. Renders nothing on a device that is hardly on mobile data.
 */
export function NetworkLogin({ onLoggedIn, onSimSwapped }: Props) {
  const t = useTranslations("account");
  const { locale } = usePage();
  const busy = useBusy();

  const comeBack = async (query: string) => {
    const result = await busy.during(() => call("networkLogin", { body: { query }, anonymous: true }));
    if (result.ok) return onLoggedIn(result.value.body.token);
    const { failure } = result;
    if (failure.kind === "coded" && failure.code === "SMS_LOGIN_USER_FAILED_SIM_SWAPPED") onSimSwapped(failure.message);
  };
  useEffect(() => {
    const query = takeReturnQuery();
    if (query !== null) void comeBack(query);
    // The query exists only once, when the browser comes back.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const leave = async () => {
    const result = await busy.once(() => call("beginNetworkLogin", { body: {}, anonymous: true }));
    if (result?.ok) visitNetwork(result.value.url, locale);
  };
  return canVisitNetwork() && <TextButton onClick={() => void leave()}>{t("byNetwork")}</TextButton>;
}
