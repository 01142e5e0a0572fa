import { canonical } from "#core/text/canonical.ts";
import type { LimitsNamed } from "#server/config/config.ts";
import type { Result } from "#server/calls/result.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";

export type OrderLimits = LimitsNamed<"ordersPerAccount" | "ordersPerPerson" | "ordersPerAddress">;

/**
 * Counts an order, or a payment that is begun for one, against automated stock grabbing: by account, by person, because one person may
 * register often, and by address. A checkout counts once. A customer of the base has proved who they are, so that a stranger who uses their
 * name locks nobody out.
 */
export async function countOrder(
  { limits }: OrderLimits,
  { id, account, form }: OpenCheckout,
  ip: string,
): Promise<Result<null, "tooMany">> {
  const proven = account?.profile.userId !== undefined;
  const person = form && !proven && nameAndBirthday(form);
  const tries = {
    ordersPerAddress: ip,
    ...(account && { ordersPerAccount: account.id }),
    ...(person && { ordersPerPerson: person }),
  };
  return limits.takeOnce(`order:${id}:${account?.id}:${person}`, tries, ip);
}

/** Null for a business customer, whose form has no birthday. Spelling in capitals or with accents makes no other person. */
function nameAndBirthday(form: NonNullable<OpenCheckout["form"]>): string | null {
  const { first_name, last_name, day, month, year } = form;
  if (year === "") return null;
  const name = `${first_name} ${last_name}`
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, "");
  return canonical([name, Number(day), Number(month), Number(year)]);
}
