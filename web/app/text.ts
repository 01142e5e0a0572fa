import type account from "#locales/de/account.json";
import type address from "#locales/de/address.json";
import type cart from "#locales/de/cart.json";
import type checkout from "#locales/de/checkout.json";
import type common from "#locales/de/common.json";
import type customer from "#locales/de/customer.json";
import type fields from "#locales/de/fields.json";
import type identity from "#locales/de/identity.json";
import type number from "#locales/de/number.json";
import type order from "#locales/de/order.json";
import type payment from "#locales/de/payment.json";
import type price from "#locales/de/price.json";
import type shop from "#locales/de/shop.json";
import type tv from "#locales/de/tv.json";
import type watch from "#locales/de/watch.json";

/** Namespaces of texts, one file for each language. The German files define the keys. */
type CoreMessages = {
  readonly common: typeof common;
  readonly account: typeof account;
  readonly address: typeof address;
  readonly cart: typeof cart;
  readonly checkout: typeof checkout;
  readonly customer: typeof customer;
  readonly fields: typeof fields;
  readonly identity: typeof identity;
  readonly number: typeof number;
  readonly order: typeof order;
  readonly payment: typeof payment;
  readonly price: typeof price;
  readonly shop: typeof shop;
  readonly tv: typeof tv;
  readonly watch: typeof watch;
};
/**
 * The texts of the extensions, which add them by file.
 *
 * @public for extensions
 */
export interface ExtensionMessages {}
export type Messages = CoreMessages & ExtensionMessages;
export type Namespace = keyof Messages;
/** A module with the texts of one file. */
export type TextFile = { readonly default: Messages[Namespace] };

declare module "use-intl" {
  interface AppConfig {
    Messages: Messages;
  }
}
