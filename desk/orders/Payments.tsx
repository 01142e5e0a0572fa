import type { DeskOrder, DeskPayment } from "#contract/desk/order-answers.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import { amount } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import { Section } from "#desk/kit/Section.tsx";
import { StateTag, type Tone } from "#desk/kit/StateTag.tsx";
import { Table } from "#desk/kit/Table.tsx";

const TONE: Readonly<Record<PaymentState, Tone>> = {
  open: "plain",
  paid: "hold",
  declined: "bad",
  cancelled: "off",
  expired: "off",
  ordered: "good",
  refunded: "off",
};

/** The payments of the order's checkout, with their ids at the payment provider. */
export function Payments({ order: { payments } }: { readonly order: DeskOrder }) {
  const t = useTexts("orders");
  if (payments.length === 0) return null;
  const columns = [
    { key: "at", label: t("payments.at") },
    { key: "amount", label: t("payments.amount"), number: true },
    { key: "state", label: t("payments.state") },
    { key: "provider", label: t("payments.provider") },
  ];
  return (
    <Section title={t("payments.title")}>
      <Table caption={t("payments.title")} columns={columns}>
        {payments.map((payment) => (
          <Row key={payment.id} payment={payment} />
        ))}
      </Table>
    </Section>
  );
}

function Row({ payment }: { readonly payment: DeskPayment }) {
  const t = useTexts("orders");
  const times = useTimes();
  const now = useNow();
  const { provider, method, providerPaymentId, hostedId, refunded } = payment;
  const part = refunded === null || refunded === payment.amount ? null : amount(refunded);
  return (
    <tr>
      <td data-one-line="">{times.short(payment.paidAt ?? payment.createdAt, now)}</td>
      <td data-number="">{amount(payment.amount)}</td>
      <td>
        <StateTag tone={TONE[payment.state]}>
          {part === null ? t(`payments.states.${payment.state}`) : t("payments.refunded", { amount: part })}
        </StateTag>
        {!payment.ofOrder && ` ${t("payments.other")}`}
      </td>
      <td style={{ overflowWrap: "anywhere" }}>
        {[method, provider].filter(Boolean).join(", ")} <code>{providerPaymentId ?? hostedId}</code>
      </td>
    </tr>
  );
}
