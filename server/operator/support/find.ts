import { tidyEmail } from "#core/person/email.ts";
import { normalisePhone } from "#core/phone-numbers/phone.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";
import {
  findCheckouts,
  findOrders,
  idsNamed,
  type FoundOrder,
  type KnownCheckout,
  type Named,
} from "#server/read-models/checkouts.ts";
import { findPayments, type FoundPayment } from "#server/read-models/payments.ts";
import { orderNumber, valueOf } from "#server/sale/order/order-numbers.ts";

/** What was found for a text. A checkout has only the beginning of its id, because the whole id gives access to it. */
export type Found = {
  readonly orders: readonly FoundOrder[];
  readonly checkouts: readonly Pick<KnownCheckout, "id" | "changedAt" | "product" | "email" | "stage">[];
  readonly payments: readonly FoundPayment[];
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Returns the possible interpretations of a typed text: an e-mail address, a phone number, an order, a payment or a
 * checkout.
 */
export function namedBy(typed: string): Named {
  const text = typed.trim();
  const number = valueOf(text);
  const phone = normalisePhone(text);
  const isPhone = /^\d{9,15}$/.test(phone) && /^[+\d()/.\s-]+$/.test(text.replace(/^tel:/i, ""));
  return {
    text,
    orderNumber: number === null ? null : orderNumber(number),
    uuid: UUID.test(text) ? text : null,
    email: text.includes("@") ? tidyEmail(text) : null,
    phone: isPhone ? phone.slice(-9) : null,
  };
}

/** Number of characters of a checkout's id that are shown. */
export const SHOWN_OF_ID = 8;

/** Returns orders, open checkouts and payments that match a text, newest first. */
export async function findAnything(db: Handle, text: string): Promise<Found> {
  const ids = await idsNamed(db, namedBy(text));
  const orders = await findOrders(db, ids);
  const checkouts = await findCheckouts(db, ids, "updated_at");
  return {
    orders: orders.map((row) => ({ ...row, email: readableEmail(row.email) })),
    checkouts: checkouts
      .filter(({ order }) => order === null)
      .map(({ id, changedAt, product, email, stage }) => ({
        id: id.slice(0, SHOWN_OF_ID),
        changedAt,
        product,
        email: email && readableEmail(email),
        stage,
      })),
    payments: await findPayments(db, ids),
  };
}
