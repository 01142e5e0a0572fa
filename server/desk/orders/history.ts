import type { DeskEvent } from "#contract/desk/order-answers.ts";
import type { Locale } from "#core/text/locale.ts";
import { toChf } from "#core/money/money.ts";
import { happeningsIn, type Happening } from "#server/operator/support/happenings.ts";
import type { OrderReport } from "#server/sale/order/report.ts";
import { messagesOf } from "#server/sale/order/sent-messages.ts";
import { refusedBy } from "#server/desk/refusals.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { actionsOf } from "#server/sale/order/queries.ts";

type Of = Pick<OrderReport, "number" | "checkoutId" | "transfers"> & { readonly orderId: string };

/** Returns the events of an order, beginning with the shopper's first step, oldest first. */
export async function eventsOf(
  db: Handle,
  { number, checkoutId, transfers, orderId }: Of,
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
    ...checkoutEvents(happenings, locale),
    ...actions.map(({ action, ...by }) => dated({ ...by, kind: "act" as const, act: action })),
    ...messages.map((message) => dated({ ...message, kind: "message" as const })),
    ...transfers.map((report) => dated({ ...report, kind: "transfer" as const })),
  ];
  return events.toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Returns the events of a checkout, oldest first. */
export const checkoutEvents = (happenings: readonly Happening[], locale: Locale): readonly DeskEvent[] =>
  happenings.map((each) => ({ at: each.at.toISOString(), ...entryOf(each, locale) }));

function entryOf(happening: Happening, locale: Locale) {
  switch (happening.kind) {
    case "call": {
      const { at: _at, check: _check, rule, ...call } = happening;
      return { ...call, refused: rule && refusedBy(rule, locale) };
    }
    case "payment": {
      const { kind, what, amount, part, provider } = happening;
      return { kind, what, amount: toChf(amount), part: part === null ? null : toChf(part), provider };
    }
    case "delivered": {
      const { kind, what, again } = happening;
      return { kind, what, again };
    }
    case "begun":
    case "ordered":
      return { kind: happening.kind };
  }
}
