import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { displayPhone, normalisePhone } from "#core/phone-numbers/phone.ts";
import type { CheckoutPage } from "#core/steps/steps.ts";
import { useCheckout, type CheckoutState } from "#web/checkout/state/store.tsx";
import { chosenSim, readLines, termOf } from "#web/checkout/summary/lines.ts";
import styles from "./StepDigest.module.css";

type Translate = ReturnType<typeof useTranslations<never>>;
type Part = ReactNode | undefined;

/** For each step, returns the choices shown in its digest; empty if the title is enough. */
const DIGESTS: Readonly<Record<CheckoutPage, (state: CheckoutState, t: Translate) => readonly Part[]>> = {
  "1": packageParts,
  "2": () => [],
  "3": ({ account }) => [account],
  "4": personParts,
  "4a": addressParts,
  "5": () => [],
  "6": () => [],
  "7": () => [],
  "7p": () => [],
};

/** The choices of a past step, in one line. */
export function StepDigest({ page }: { readonly page: CheckoutPage }) {
  const t = useTranslations();
  const state = useCheckout();
  const parts = DIGESTS[page](state, t).filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <p className={styles.digest}>
      {parts.map((part, index) => (
        <span key={index}>{part}</span>
      ))}
    </p>
  );
}

function packageParts({ answer }: CheckoutState, t: Translate): Part[] {
  const lines = readLines(answer);
  const months = termOf(lines);
  return [
    lines.tariff?.name,
    months ? t("common.months", { count: months }) : undefined,
    ...[lines.device, ...lines.boxes, ...lines.bundles].map((item) => item?.name),
  ];
}

function personParts({ form, business, answer }: CheckoutState, t: Translate): Part[] {
  if (business) return [t("checkout.fromCustomerBase")];
  const { tv } = readLines(answer);
  const msisdn = form.mnp ? form.mnpMsisdn : form.newMsisdn;
  const number = !tv && msisdn ? displayPhone(normalisePhone(msisdn)) : undefined;
  const sim = tv ? undefined : chosenSim(form.simType, (key) => t(`checkout.sim.${key}`));
  return [[form.first_name, form.last_name].filter(Boolean).join(" "), number, sim];
}

function addressParts({ form, business }: CheckoutState, t: Translate): Part[] {
  if (business) return [t("checkout.fromCustomerBase")];
  const street = [form.address, form.number].filter(Boolean).join(" ");
  const city = [form.postal_code, form.city].filter(Boolean).join(" ");
  return [[form.care_of && `c/o ${form.care_of}`, street, form.po_box, city].filter(Boolean).join(", ")];
}
