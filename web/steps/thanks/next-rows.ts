import type { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/endpoints.ts";
import { dayText } from "#core/day-text.ts";
import type { Locale } from "#core/locale.ts";
import { displayPhone } from "#core/phone.ts";
import type { Lines } from "#web/checkout/summary/lines.ts";
import type { IconName } from "#web/kit/icons.ts";

type Next = NonNullable<AnswerOf<"order">["next"]>;
type Say = ReturnType<typeof useTranslations<"order.next">>;

export type NextRow = {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  /** When it happens, in words; `day` is the date in it. Neither where nobody knows yet. */
  readonly when?: string;
  readonly day?: string;
  readonly text: string;
};

type Bought = { readonly email: string; readonly lines: Pick<Lines, "tv" | "device" | "boxes"> };

/** What happens next as a shopper reads it, what comes first at the top. */
export function nextRows(next: Next, { email, lines }: Bought, locale: Locale, t: Say): NextRow[] {
  const on = (key: "expected" | "earliest" | "about", day: string | null | undefined) =>
    day ? { when: t(key, { day: dayText(day, locale, "weekday") }), day } : {};
  const parcel = [lines.device, ...lines.boxes].flatMap((item) => item?.name ?? []).join(", ");
  return [
    { key: "mail", icon: "mail", title: t("mail.title"), when: t("now"), text: t("mail.text", { email }) },
    ...(next.sim?.kind === "esim"
      ? [{ key: "sim", icon: "sim", title: t("esim.title"), when: t("now"), text: t("esim.text") } as const]
      : []),
    ...(next.sim?.kind === "post"
      ? [
          {
            key: "sim",
            icon: "sim",
            title: t("sim.title"),
            text: t("sim.text"),
            ...on("expected", next.sim.expected),
          } as const,
        ]
      : []),
    ...(next.parcel
      ? [
          {
            key: "parcel",
            icon: "box",
            title: parcel,
            text: t("parcel.text"),
            ...on("expected", next.parcel.expected),
          } as const,
        ]
      : []),
    ...(lines.tv ? [{ key: "tv", icon: "tv", title: t("tv.title"), text: t("tv.text") } as const] : []),
    ...(next.number ? [numberRow(next.number, on("earliest", next.number.earliest), t)] : []),
    ...(next.firstBill
      ? [
          {
            key: "bill",
            icon: "calendar",
            title: t("bill.title"),
            text: t(`bill.${next.firstBill.by}`),
            ...on("about", next.firstBill.expected),
          } as const,
        ]
      : []),
  ];
}

/** A number that is assigned later is told later; the transferred one is shown to its owner alone. */
function numberRow(number: NonNullable<Next["number"]>, when: Pick<NextRow, "when" | "day">, t: Say): NextRow {
  if (number.kind === "new")
    return { key: "number", icon: "phone", title: t("newNumber.title"), text: t("newNumber.text") };
  const title = number.msisdn ? t("transfer.titleOf", { number: displayPhone(number.msisdn) }) : t("transfer.title");
  return { key: "number", icon: "phone", title, text: t("transfer.text"), ...when };
}
