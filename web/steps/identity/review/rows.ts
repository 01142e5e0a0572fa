import { fromWire } from "#core/form/spelling.ts";
import { inChf, fromChf } from "#core/money/money.ts";
import type { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import type { CheckoutState } from "#web/checkout/state/store.tsx";
import { dayText } from "#core/time/day-text.ts";
import { labelled } from "#core/text/labelled.ts";
import type { Locale } from "#core/text/locale.ts";
import { brandsText } from "#core/payment/payment-brands.ts";
import { displayPhone, normalisePhone } from "#core/phone-numbers/phone.ts";
import { careOfLine } from "#core/address/care-of.ts";
import type { Step } from "#core/steps/steps.ts";
import type { CheckoutAnswer, CheckoutRecord } from "#web/session/draft.ts";
import type { Pictured } from "#web/checkout/summary/Thumbnail.tsx";
import { readLines } from "#web/checkout/summary/lines.ts";

/**
 * A row of the review. `step`: where the shopper can change it (5: on the same page); undefined if it cannot be
 * changed. `section`: the id of the group within that step.
 */
export type ReviewRow = {
  readonly key: "package" | "terms" | "sim" | "number" | "delivery" | "person" | "address" | "now" | "bill";
  readonly title: string;
  readonly value: string;
  readonly notes: readonly string[];
  readonly step?: Step;
  readonly section?: string;
  readonly picture?: Pictured;
};

type Translate = ReturnType<typeof useTranslations<never>>;
type Source = {
  readonly prepared: Pick<PrepareAnswers["5"], "review" | "business" | "user">;
  readonly state: {
    readonly record: CheckoutRecord | null;
    readonly answer: CheckoutAnswer | null;
    readonly form: CheckoutState["form"];
  };
  /** A payment follows at the next step. */
  readonly dueNow: boolean;
  /** Prepaid mobile has nothing to configure (decisions 2). */
  readonly prepaidFlow: boolean;
  /** The codes of the available payment brands (`core/payment/payment-brands.ts`). */
  readonly brands: readonly string[];
  readonly locale: Locale;
};

/**
 * Returns the content of the binding order in the shopper's language: goods, terms, SIM, number, delivery, person,
 * address, payment.
 */
export function reviewRows(source: Source, t: Translate): readonly ReviewRow[] {
  const { business } = source.prepared;
  /**
   * Returns where a row can be changed. A business customer's data comes from the customer base and cannot be changed.
   */
  const from = (step: Step, section?: string) => (business ? {} : { step, ...(section && { section }) });
  return [
    packageRow(source, t),
    termsRow(source, t),
    simRow(source, t, from("4", "simType")),
    numberRow(source, t, from("4", "mnp")),
    deliveryRow(source, t, from("4a")),
    ...personRows(source, t),
    ...paymentRows(source, t),
  ].filter((row) => row !== null);
}

type Changed = Pick<ReviewRow, "step" | "section">;
type Next = PrepareAnswers["5"]["review"]["next"];

function packageRow({ state: { answer }, prepaidFlow }: Source, t: Translate): ReviewRow {
  const { tariff, tv, device, boxes, bundles, insurance } = readLines(answer);
  const name = tariff?.name ?? "";
  const limit = answer?.limit ?? 0;
  return {
    key: "package",
    title: t("checkout.steps.1.title"),
    picture: device ? { kind: "device", art: device.art ?? "" } : { kind: tv ? "tv" : "mobile", art: "" },
    value: device ? `${name} ${t("checkout.withDevice", { device: device.name })}` : name,
    notes: [
      ...[...boxes, ...bundles, ...(insurance ? [insurance] : [])].map((item) => item.name),
      ...(answer?.chosenTv ? [`${answer.chosenTv.name}, ${t("checkout.bonus.title")}`] : []),
      ...(limit > 0 ? [`${t("checkout.limit.title")} ${inChf(fromChf(limit))}`] : []),
    ],
    ...(prepaidFlow ? {} : { step: "1" }),
  };
}

/** Term, price after a promotion, instalments and fees, worded as in the confirmation. */
function termsRow({ prepared: { review }, locale }: Source, t: Translate): ReviewRow | null {
  const bound = review.lines.filter(({ notes }) => notes.length > 0);
  if (bound.length === 0) return null;
  return {
    key: "terms",
    title: t("customer.review.terms"),
    value: "",
    notes: bound.map(({ name, notes }) => labelled(name, notes.join(" · "), locale)),
  };
}

function simRow({ prepared: { review }, locale }: Source, t: Translate, changed: Changed): ReviewRow | null {
  const { sim } = review.next;
  if (!sim) return null;
  const esim = sim.kind === "esim";
  return {
    key: "sim",
    title: t("customer.sim.title"),
    value: t(esim ? "customer.sim.esim" : "customer.sim.card"),
    notes: [esim ? t("customer.review.atOnce") : expected(sim.expected, locale, t)],
    ...changed,
  };
}

function numberRow({ prepared: { review }, state, locale }: Source, t: Translate, changed: Changed): ReviewRow | null {
  const { number } = review.next;
  if (!number) return null;
  const title = t("customer.number.title");
  // Without a login, the server does not send the number, so it comes from this browser.
  if (number.kind === "new") {
    const chosen = number.msisdn ?? state.form.newMsisdn;
    const [value, note] = chosen
      ? [displayPhone(chosen), "chosen" as const]
      : [t("customer.number.new"), "newText" as const];
    return { key: "number", title, value, notes: [t(`customer.number.${note}`)], ...changed };
  }
  const msisdn = number.msisdn ?? normalisePhone(state.form.mnpMsisdn ?? "");
  return {
    key: "number",
    title,
    value: displayPhone(msisdn),
    notes: [
      number.wished
        ? t("customer.review.transferredOn", { day: dayText(number.wished, locale, "on") })
        : t("customer.review.transferred", { day: dayOf(number.earliest, "by", locale) }),
    ],
    ...changed,
  };
}

function deliveryRow(
  { prepared: { review }, state, locale }: Source,
  t: Translate,
  changed: Changed,
): ReviewRow | null {
  const { parcel } = review.next;
  if (!parcel) return null;
  const { device, boxes } = readLines(state.answer);
  const goods = [...(device ? [device] : []), ...boxes].map(({ name }) => name);
  return {
    key: "delivery",
    title: t("customer.review.delivery"),
    value: dayOf(parcel.expected, "alone", locale),
    notes: [t("customer.review.parcel", { goods: goods.join(", ") })],
    ...changed,
  };
}

function personRows({ prepared: { business, user }, state }: Source, t: Translate): readonly ReviewRow[] {
  const form = fromWire({ ...user, ...state.form });
  const careOf = careOfLine(form.careOf);
  const person = { key: "person", title: t("customer.person.title"), notes: [user.email] } as const;
  if (business) return [{ ...person, value: t("checkout.fromCustomerBase") }];
  const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(" ");
  return [
    { ...person, value: joined([form.firstName, form.lastName]), step: "4" },
    {
      key: "address",
      title: t("customer.fields.addressId"),
      value: joined([form.address, form.number]),
      notes: [form.poBox ?? "", joined([form.postalCode, form.city]), careOf].filter((note) => note !== ""),
      step: "4a",
    },
  ];
}

function paymentRows(source: Source, t: Translate): readonly ReviewRow[] {
  const { prepared, state, dueNow, brands, locale } = source;
  const ways = brandsText(brands, locale);
  const { firstBill }: Next = prepared.review.next;
  const title = t("customer.review.payment");
  const now: ReviewRow = {
    key: "now",
    title,
    value: t("customer.review.payNow"),
    notes: [ways || t("customer.review.payNext")],
  };
  if (!firstBill) return dueNow ? [now] : [];
  const by = state.record?.postBill ? "post" : "email";
  const postpaid = state.answer?.postpaid ?? true;
  const bill: ReviewRow = {
    key: "bill",
    title: t("customer.bill.title"),
    value: t(`customer.bill.${by}`),
    notes: [t("customer.review.firstBill", { day: dayOf(firstBill.expected, "by", locale) })],
    ...(postpaid ? { step: "5" } : {}),
  };
  return dueNow ? [now, bill] : [bill];
}

const dayOf = (day: string | null, form: "alone" | "by" | "on", locale: Locale) =>
  day ? dayText(day, locale, form) : "";
const expected = (day: string | null, locale: Locale, t: Translate) =>
  t("customer.review.expected", { day: dayOf(day, "on", locale) });
