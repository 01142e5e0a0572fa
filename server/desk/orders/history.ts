import { FAILURES, type FailureName } from "#contract/failures.ts";
import type { DeskEvent } from "#contract/desk/answers.ts";
import type { Locale } from "#core/locale.ts";
import { toChf } from "#core/money.ts";
import { waitingFor } from "#core/waiting.ts";
import { happeningsIn, type Happening } from "#server/operator/support/happenings.ts";
import { serverText, type ServerText } from "#server/platform/texts/texts.ts";
import { actionsOf } from "#server/sale/order/actions.ts";
import type { OrderReport } from "#server/sale/order/report.ts";
import { messagesOf } from "#server/sale/order/sent-messages.ts";
import type { DeskServices } from "#server/desk/services.ts";

type Of = Pick<OrderReport, "number" | "checkoutId" | "transfers" | "handover"> & { readonly orderId: string };

/** What happened with an order, from the shopper's first step on, oldest first. */
export async function eventsOf(
  { db }: Pick<DeskServices, "db">,
  { number, checkoutId, transfers, handover, orderId }: Of,
  locale: Locale,
): Promise<readonly DeskEvent[]> {
  const [happenings, actions, messages] = await Promise.all([
    happeningsIn(db, checkoutId),
    actionsOf(db, number),
    messagesOf(db, orderId),
  ]);
  const dated = <Event extends object>({ at, ...event }: { readonly at: Date } & Event) => ({
    at: at.toISOString(),
    ...event,
  });
  const events = [
    ...happenings.map((each) => ({ at: each.at.toISOString(), ...inWords(each, locale) })),
    ...(handover.deliveredAt ? [dated({ at: handover.deliveredAt, kind: "delivered" as const })] : []),
    ...actions.map(({ action, ...by }) => dated({ ...by, kind: "act" as const, act: action })),
    ...messages.map((message) => dated({ ...message, kind: "message" as const })),
    ...transfers.map((report) => dated({ ...report, kind: "transfer" as const })),
  ];
  return events.toSorted((one, other) => one.at.localeCompare(other.at));
}

function inWords(happening: Happening, locale: Locale) {
  switch (happening.kind) {
    case "call": {
      const { kind, call, detail, failure, times } = happening;
      return { kind, call, detail, refused: failure && sentenceOf(failure, locale), times };
    }
    case "payment": {
      const { kind, state, amount, provider } = happening;
      return { kind, state, amount: toChf(amount), provider };
    }
    case "begun":
    case "ordered":
      return { kind: happening.kind };
  }
}

/** The sentence of a refusal, as the shopper read it; its meaning in English if it has none, as mistakes in fields. */
function sentenceOf(failure: FailureName, locale: Locale): string {
  const row: { readonly text: string | null; readonly about: string } | undefined = FAILURES[failure];
  if (!row) return failure;
  return row.text === null ? row.about : serverText(locale, row.text as ServerText, { detail: "", ...waitingFor(60) });
}
