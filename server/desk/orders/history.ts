import { FAILURES, type FailureName } from "#contract/failures.ts";
import type { DeskEvent } from "#contract/desk/answers.ts";
import type { Locale } from "#core/locale.ts";
import { toChf } from "#core/money.ts";
import { waitingFor } from "#core/waiting.ts";
import { serverText, type ServerText } from "#server/platform/texts/texts.ts";
import { historyOf } from "#server/sale/checkout/history.ts";
import { actionsOf } from "#server/sale/order/actions.ts";
import type { OrderReport } from "#server/sale/order/report.ts";
import { messagesOf } from "#server/sale/order/sent-messages.ts";
import type { DeskServices } from "#server/desk/services.ts";

type Needs = Pick<DeskServices, "db">;
type Of = Pick<OrderReport, "number" | "checkoutId" | "createdAt" | "transfers" | "handover"> & {
  readonly orderId: string;
};

/** What happened with an order, from the shopper's first step on, oldest first. */
export async function eventsOf({ db }: Needs, order: Of, locale: Locale): Promise<readonly DeskEvent[]> {
  const { number, checkoutId, createdAt, transfers, handover, orderId } = order;
  const begun = await db.selectFrom("checkouts").select("created_at").where("id", "=", checkoutId).executeTakeFirst();
  const payments = await db
    .selectFrom("payments")
    .select(["provider", "amount", "state", "created_at", "updated_at"])
    .where("checkout_id", "=", checkoutId)
    .execute();
  const events: DeskEvent[] = [
    ...(begun ? [{ at: begun.created_at.toISOString(), kind: "begun" as const }] : []),
    ...(await historyOf(db, checkoutId)).map(({ at, call, failure, detail, times }) => ({
      at: at.toISOString(),
      kind: "call" as const,
      call,
      detail,
      refused: failure && sentenceOf(failure, locale),
      times,
    })),
    ...payments.flatMap(({ provider, amount, state, created_at, updated_at }) => {
      const each = (at: Date, now: string) => ({
        at: at.toISOString(),
        kind: "payment" as const,
        state: now,
        amount: toChf(amount),
        provider,
      });
      return [each(created_at, "open"), ...(state === "open" ? [] : [each(updated_at, state)])];
    }),
    { at: createdAt.toISOString(), kind: "ordered" },
    ...(handover.deliveredAt ? [{ at: handover.deliveredAt.toISOString(), kind: "delivered" as const }] : []),
    ...(await actionsOf(db, number)).map(({ at, action, actor, reason }) => ({
      at: at.toISOString(),
      kind: "act" as const,
      act: action,
      actor,
      reason,
    })),
    ...(await messagesOf(db, orderId)).map(({ at, ...message }) => ({
      at: at.toISOString(),
      kind: "message" as const,
      ...message,
    })),
    ...transfers.map(({ at, state, day, reason }) => ({
      at: at.toISOString(),
      kind: "transfer" as const,
      state,
      day,
      reason,
    })),
  ];
  return events.toSorted((one, other) => one.at.localeCompare(other.at));
}

/** The sentence of a refusal, as the shopper read it; its meaning in English if it has none, as mistakes in fields. */
function sentenceOf(failure: FailureName, locale: Locale): string {
  // A row may be of another version, whose failures this one does not have.
  const row: { readonly text: string | null; readonly about: string } | undefined = FAILURES[failure];
  if (!row) return failure;
  return row.text === null ? row.about : serverText(locale, row.text as ServerText, { detail: "", ...waitingFor(60) });
}
