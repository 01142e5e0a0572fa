import { FAILURES } from "#contract/failures.ts";
import type { RefusalRule } from "#contract/refusals.ts";
import { PATHS } from "#contract/all-paths.ts";
import { stepNumber, type Step } from "#core/steps/steps.ts";
import { francs } from "#core/money/money.ts";
import type { PaymentMoment } from "#core/payment/payment-moments.ts";
import type { DeliveredWhat } from "#core/order/handover-events.ts";
import type { Database } from "#server/platform/database/database.ts";
import { MEANING } from "#server/sale/checkout/history.ts";
import { findCheckouts, idsNamed, type KnownCheckout } from "#server/read-models/checkouts.ts";
import { namedBy, SHOWN_OF_ID } from "./find.ts";
import { happeningsIn, type Happening } from "./happenings.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

/** A checkout in a list, with only the beginning of its id. */
export type ListedCheckout = Omit<KnownCheckout, "stage">;
export type HistoryLine = {
  readonly at: Date;
  readonly what: string;
  /** The rule that refused the call, and its description; null if the call succeeded. */
  readonly refused: { readonly rule: RefusalRule; readonly about: string } | null;
  readonly times: number;
};
/** The newest checkout that matches a text, and the other matching ones. */
export type CheckoutReport = {
  readonly checkout: ListedCheckout;
  readonly history: readonly HistoryLine[];
  readonly happenings: readonly Happening[];
  readonly others: readonly ListedCheckout[];
};

/**
 * Returns the history of a checkout that matches a text (see `find`): the shopper's steps, each refusal, payments and
 * the order. `beginning`: the first characters of the id of the checkout to show. Null if none matches.
 */
export async function reportCheckout(db: Database, text: string, beginning: string): Promise<CheckoutReport | null> {
  const rows = await findCheckouts(db, await idsNamed(db, namedBy(text)), "created_at");
  const shown = rows.find(({ id }) => id.startsWith(beginning));
  if (!shown) return null;
  const happenings = await happeningsIn(db, shown.id);
  const history = happenings.map(inEnglish);
  const short = ({ stage: _stage, ...each }: KnownCheckout): ListedCheckout => ({
    ...each,
    id: each.id.slice(0, SHOWN_OF_ID),
    email: each.email && readableEmail(each.email),
  });
  return { checkout: short(shown), history, happenings, others: rows.filter((each) => each !== shown).map(short) };
}

const PAYMENT_LABELS: Readonly<Record<Exclude<PaymentMoment, "begun">, string>> = {
  paid: "paid",
  refundBegun: "refund started",
  refunded: "refunded",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
};
const DELIVERED_LABELS: Readonly<Record<DeliveredWhat, string>> = {
  order: "order",
  cancellation: "cancellation",
  esim: "ICCID of the eSIM",
};

const STEP_LABELS: Readonly<Record<Step, string>> = {
  "1": "package",
  "2": "overview",
  "3": "account",
  "4": "personal details",
  "4a": "address",
  "5": "ID and order",
  "6": "payment",
  "7": "confirmation",
};
/** Returns a step with its number, as the shop and the desk name it. */
const stepLabel = (step: Step) => [stepNumber(step), STEP_LABELS[step]].filter(Boolean).join(" ");

const REMARK_LABELS: Readonly<Partial<Record<RefusalRule, string>>> = {
  creditRefused: "Paying by bill was refused",
  notSold: "What was chosen is no longer sold",
};
/** Returns the description of a rule; empty for a rule from another version of Kasse. */
const descriptionOf = (rule: RefusalRule): string =>
  REMARK_LABELS[rule] ?? (FAILURES as Readonly<Record<string, { readonly about: string }>>)[rule]?.about ?? "";

function inEnglish(happening: Happening): HistoryLine {
  const { at } = happening;
  const line = (what: string): HistoryLine => ({ at, what, refused: null, times: 1 });
  switch (happening.kind) {
    case "begun":
      return line("checkout begun");
    case "call": {
      const { call, step, backTo, fields, rule, check, times } = happening;
      const meaning = MEANING[call] ?? PATHS[call]?.[1] ?? call;
      const what = [
        step ? `${stepLabel(step)} ${meaning}` : meaning,
        ...fields,
        ...(backTo ? [`back to ${stepLabel(backTo)}`] : []),
      ].join(", ");
      return {
        at,
        what,
        refused: rule && { rule, about: check ? `${descriptionOf(rule)} (${check})` : descriptionOf(rule) },
        times,
      };
    }
    case "payment": {
      const { what, amount, part, provider } = happening;
      const payment = `payment of CHF ${francs(amount)}`;
      if (part !== null) return line(`${payment}: CHF ${francs(part)} refunded`);
      return line(what === "begun" ? `${payment} begun at ${provider}` : `${payment}: ${PAYMENT_LABELS[what]}`);
    }
    case "ordered":
      return line(`order ${happening.number}, which is ${happening.status} now`);
    case "delivered":
      return line(
        `${DELIVERED_LABELS[happening.what]} accepted by the operator's systems${happening.again ? ", again" : ""}`,
      );
  }
}
