import { useTranslations } from "use-intl";
import { displayPhone, normalisePhone } from "#core/phone.ts";
import type { Page } from "#core/steps.ts";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import type { CheckoutState } from "#web/checkout/state/store.ts";
import { readLines, termOf } from "#web/checkout/summary/lines.ts";
import styles from "./StepColumn.module.css";

/** What was decided in a past step, in a line. */
export function StepDigest({ page }: { readonly page: Page }) {
  const t = useTranslations();
  const state = useCheckout();
  if (page === "1") return <PackageDigest {...state} />;
  const parts =
    page === "3" ? [state.account] : page === "4" ? personParts(state, t) : page === "4a" ? addressParts(state, t) : [];
  if (!parts.some(Boolean)) return null;
  return (
    <p className={styles.digest}>
      {parts.filter(Boolean).map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  );
}

function PackageDigest({ answer }: CheckoutState) {
  const t = useTranslations("common");
  const lines = readLines(answer);
  const months = termOf(lines);
  return (
    <p className={styles.digest}>
      {lines.tariff && (
        <span>
          <strong>{lines.tariff.name}</strong>
          {months ? `, ${t("months", { count: months })}` : ""}
        </span>
      )}
      {[lines.device, ...lines.boxes, ...lines.bundles].map((item) => item && <span key={item.code}>{item.name}</span>)}
    </p>
  );
}

type Say = ReturnType<typeof useTranslations<never>>;

function personParts({ form, business }: CheckoutState, t: Say): (string | undefined)[] {
  if (business) return [t("checkout.fromCustomerBase")];
  const number = form.mnp && form.mnpMsisdn ? displayPhone(normalisePhone(form.mnpMsisdn)) : undefined;
  return [[form.first_name, form.last_name].filter(Boolean).join(" "), number];
}

function addressParts({ form, business }: CheckoutState, t: Say): (string | undefined)[] {
  if (business) return [t("checkout.fromCustomerBase")];
  const street = [form.address, form.number].filter(Boolean).join(" ");
  const city = [form.postal_code, form.city].filter(Boolean).join(" ");
  return [[street, city].filter(Boolean).join(", ")];
}
