import { isStorable } from "#core/text/storable.ts";
import { randomBytes } from "node:crypto";
import type { Rappen } from "#core/money/money.ts";
import type { Locale } from "#core/text/locale.ts";
import type { ProviderOutcome } from "#core/payment/payment-states.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { PaymentRequest } from "#server/sale/payment/provider.ts";

export type SandboxPayment = {
  readonly id: string;
  readonly amount: number;
  readonly return_url: string;
  readonly locale: Locale;
  readonly outcome: ProviderOutcome;
};

/** Opens a payment and returns its id. The same idempotency key always returns the same payment. */
export async function openPayment(db: Database, payment: PaymentRequest): Promise<string> {
  const key = payment.idempotencyKey;
  await db
    .insertInto("sandbox_payments")
    .values({
      id: randomBytes(16).toString("hex"),
      idempotency_key: key,
      reference: payment.reference,
      amount: payment.amount,
      return_url: payment.returnUrl,
      locale: payment.locale,
      expires_at: payment.expiresAt,
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .execute();
  const stored = db.selectFrom("sandbox_payments").select("id").where("idempotency_key", "=", key);
  return (await stored.executeTakeFirstOrThrow()).id;
}

export async function findPayment(db: Database, id: string): Promise<SandboxPayment | undefined> {
  if (!isStorable(id)) return undefined;
  const columns = ["id", "amount", "return_url", "locale", "outcome"] as const;
  return db.selectFrom("sandbox_payments").select(columns).where("id", "=", id).executeTakeFirst();
}

/** Ends a pending payment. If it has already ended, it keeps its outcome. */
export async function endPayment(db: Database, id: string, outcome: ProviderOutcome): Promise<void> {
  await db
    .updateTable("sandbox_payments")
    .set({ outcome })
    .where("id", "=", id)
    .where("outcome", "=", "pending")
    .execute();
}

/** Refunds a paid payment, and returns its amount; null if it was not paid or is refunded already. */
export async function markRefunded(db: Database, id: string): Promise<Rappen | null> {
  const refunded = await db
    .updateTable("sandbox_payments")
    .set({ refunded_at: new Date() })
    .where("id", "=", id)
    .where("outcome", "=", "paid")
    .where("refunded_at", "is", null)
    .returning("amount")
    .executeTakeFirst();
  return refunded?.amount ?? null;
}
