import type { Chf } from "#core/money/money.ts";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/store.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { chf } from "#web/money/amounts.ts";
import { ChoiceCard, ChoiceGrid } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";

type Props = {
  readonly state: CustomerFormState;
  /** CHF per month. */
  readonly postBillFee: Chf;
};

const WAYS = ["email", "post"] as const;

/**
 * The choice between a bill by e-mail or by post. Post costs a fee, which the summary shows immediately (specification
 * 4). The choice follows the record, so that it is undone here too if the server does not accept it.
 */
export function BillSection({ state, postBillFee }: Props) {
  const t = useTranslations("customer.bill");
  const { change } = useCheckoutStore();
  const { record } = useCheckout();
  const showFailure = useShowFailure();
  const { form } = state;
  const chosen = record?.postBill ? "post" : "email";
  useEffect(() => form.set({ typeOfBill: chosen }), [form, chosen]);
  const choose = async (way: (typeof WAYS)[number]): Promise<void> => {
    const result = await change((old) => ({ ...old, postBill: way === "post" ? 1 : 0 }));
    if (!result.ok && (await showFailure(result.failure)) === "retry") await choose(way);
  };
  const error = state.errorOf("typeOfBill");
  return (
    <Section id="typeOfBill" title={t("title")}>
      <ChoiceGrid label={t("title")}>
        {WAYS.map((way) => (
          <ChoiceCard
            key={way}
            type="radio"
            name="typeOfBill"
            value={way}
            title={t(way)}
            text={t(`${way}Text`, { fee: chf(postBillFee) })}
            checked={chosen === way}
            onChange={() => void choose(way)}
          />
        ))}
      </ChoiceGrid>
      {error && <FieldError>{error}</FieldError>}
    </Section>
  );
}
