import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { CustomerForm } from "#core/form/fields.ts";
import { fromWire } from "#core/form/spelling.ts";
import { nationalPhone } from "#core/phone-numbers/phone.ts";
import { call } from "#web/api/call.ts";
import { usePage } from "#web/app/page-context.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { canVisitNetwork, takeReturnQuery, visitNetwork } from "#web/session/network-visit.ts";

/**
 * Offers to fill in the form with the mobile network's record, after its customer's consent there. The text is what the
 * server records as read. Renders nothing on a device that is hardly on mobile data.
 */
export function FillIn({ state: { form } }: { readonly state: CustomerFormState }) {
  const t = useTranslations("number.fillIn");
  const { locale } = usePage();
  const busy = useBusy();
  const showFailure = useShowFailure();
  const [outcome, setOutcome] = useState<"done" | "some" | "none" | null>(null);

  const comeBack = async (query: string): Promise<void> => {
    const result = await busy.during(() => call("fillIn", { body: { query } }));
    if (result.ok) {
      const sent = Object.entries(fromWire(result.value.fields)).map(([field, value]) => [
        field,
        field === "mobilePhone" ? nationalPhone(String(value)) : value,
      ]);
      form.set(Object.fromEntries(sent) as Partial<CustomerForm>);
      if (sent.length === 0) return setOutcome("none");
      return setOutcome(NEEDED.every((field) => field in result.value.fields) ? "done" : "some");
    }
    if (result.failure.kind === "coded") return setOutcome("none");
    await showFailure(result.failure);
  };
  useEffect(() => {
    const query = takeReturnQuery();
    if (query !== null) void comeBack(query);
    // The query exists only once, when the browser comes back.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const leave = async (): Promise<void> => {
    const result = await busy.once(() => call("beginFillIn", { body: {} }));
    if (!result) return;
    if (result.ok) return visitNetwork(result.value.url, locale);
    if (result.failure.kind === "coded") return setOutcome("none");
    if ((await showFailure(result.failure)) === "retry") await leave();
  };
  if (outcome !== null)
    return (
      <div ref={focus} tabIndex={-1} role="group" aria-label={t("title")} style={{ outline: "none" }}>
        <Alert tone={outcome === "done" ? "good" : "info"}>{t(outcome)}</Alert>
      </div>
    );
  return (
    canVisitNetwork() && (
      <Section title={t("title")} hint={t("text")}>
        <Button variant="ghost" onClick={() => void leave()}>
          {t("go")}
        </Button>
      </Section>
    )
  );
}

/** Without one of these, the shopper has to type more. */
const NEEDED = ["first_name", "last_name", "day", "mobilePhone", "address"] as const;

/** Brings the outcome into view, because the browser comes back to the top of a long page. */
const focus = (outcome: HTMLElement | null) => outcome?.focus();
