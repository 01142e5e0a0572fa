import { addressErrors } from "#core/form/address-errors.ts";
import type { AddressFields } from "#core/form/fields.ts";
import { toWire } from "#core/form/spelling.ts";
import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { isTownOf } from "#core/address/address-words.ts";
import { tidyDelivery, takesPoBox } from "#core/form/delivery.ts";
import { readPostalCode } from "#core/person/typed-text.ts";
import { fieldText, serverText } from "#server/platform/texts/texts.ts";
import type { Order } from "#server/sale/order/order.ts";
import { isAddressBad } from "#server/sale/customer/checks.ts";
import { findAddresses, fullAddress, townsWith } from "#server/shop/address/search.ts";
import { ok } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";

/** GET /addresses: returns addresses of the register that begin with the typed text. */
export function addresses({ db }: Pick<DeskServices, "db">): DeskHandler<"addresses"> {
  return async ({ query: { text } }) => {
    const hits = await findAddresses(db, text);
    const found = hits.map((hit) => ({
      ...toWire({ address: hit.street, number: hit.house_number, postalCode: hit.zipcode, city: hit.city }),
      text: fullAddress(hit),
    }));
    return ok({ found });
  };
}

/** The address, or the failure with a message for each field, by its name on the wire. */
type ReadAddress =
  | { readonly ok: true; readonly address: AddressFields }
  | {
      readonly ok: false;
      readonly name: "addressWrong" | "townDoubtful";
      readonly fields: Readonly<Record<string, string>>;
    };
type Typed = {
  readonly typed: Omit<AddressFields, "careOf" | "poBox"> & {
    readonly careOf?: string | undefined;
    readonly poBox?: string | undefined;
  };
  /** Whether the person has confirmed an unusual town (decisions 5). */
  readonly townConfirmed: boolean;
  /** The language of the messages. */
  readonly locale: Locale;
};

/**
 * Checks an address that was typed at the desk by all rules of step 4a (specification 5): its fields, its town, and
 * whether the operator's systems can deliver to it. Throws Unavailable if they do not respond.
 */
export async function readAddress(
  services: Pick<DeskServices, "db" | "customers" | "catalogues">,
  { shown, locale: customersLocale }: Pick<Order, "shown" | "locale">,
  { typed, townConfirmed, locale }: Typed,
): Promise<ReadAddress> {
  const { catalogue } = await services.catalogues.ofVersion(shown.catalogueVersion);
  const purchase = { takesPoBox: takesPoBox(shown.quote.lines, catalogue), locale: customersLocale };
  const { careOf = "", poBox = "" } = typed;
  const delivery = tidyDelivery({ address: typed.address.trim(), careOf, poBox }, purchase);
  const address: AddressFields = {
    address: delivery.address,
    number: typed.number.trim(),
    city: typed.city.trim(),
    postalCode: readPostalCode(typed.postalCode).code,
    // An older page does not send these fields, in which case they stay unchanged.
    ...((typed.careOf !== undefined || delivery.careOf !== "") && { careOf: delivery.careOf }),
    ...((typed.poBox !== undefined || delivery.poBox !== "") && { poBox: delivery.poBox }),
  };
  const mistakes = Object.entries(addressErrors(address, purchase));
  if (mistakes.length > 0) {
    const fields = mistakes.map(([field, mistake]) => [field, fieldText(locale, mistake)] as const);
    return { ok: false, name: "addressWrong", fields: toWire(Object.fromEntries(fields)) };
  }
  const { postalCode: code, city } = address;
  const towns = townConfirmed ? [] : await townsWith(services.db, code);
  if (!isTownOf(towns, city)) {
    const offered = new Intl.ListFormat(LANGUAGE_TAG[locale], { type: "disjunction" }).format(
      towns.slice(0, MAX_NAMED),
    );
    const text = serverText(locale, "customer.otherTown", { code, city, towns: offered });
    return { ok: false, name: "townDoubtful", fields: { city: text } };
  }
  if (await isAddressBad(services, address))
    return { ok: false, name: "addressWrong", fields: { address: serverText(locale, "customer.badAddress") } };
  return { ok: true, address };
}

/** Maximum number of towns that a message lists, because a postal code can have many. */
const MAX_NAMED = 3;
