import { readFileSync } from "node:fs";
import type deAccount from "../../locales/de/account.json";
import type deCheckout from "../../locales/de/checkout.json";
import type deCommon from "../../locales/de/common.json";
import type deCustomer from "../../locales/de/customer.json";
import type deFields from "../../locales/de/fields.json";
import type deIdentity from "../../locales/de/identity.json";
import type deNumber from "../../locales/de/number.json";
import type deOrder from "../../locales/de/order.json";
import type deServer from "../../locales/de/server.json";
import type deShop from "../../locales/de/shop.json";
import type deTv from "../../locales/de/tv.json";

export type Texts = {
  readonly account: typeof deAccount;
  readonly checkout: typeof deCheckout;
  readonly common: typeof deCommon;
  readonly customer: typeof deCustomer;
  readonly fields: typeof deFields;
  readonly identity: typeof deIdentity;
  readonly number: typeof deNumber;
  readonly order: typeof deOrder;
  readonly shop: typeof deShop;
  readonly tv: typeof deTv;
};

function textsOf(locale: string): Texts {
  const read = (name: string): unknown => JSON.parse(readFileSync(`locales/${locale}/${name}.json`, "utf8"));
  const names = ["account", "checkout", "common", "customer", "fields", "identity", "number", "order", "shop", "tv"];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Texts;
}

export const de = textsOf("de");
export const en = textsOf("en");
export const fr = textsOf("fr");
export const it = textsOf("it");
export const sr = textsOf("sr");

/** The server's own texts, in answers and on pages that it renders without React. */
export function serverTexts(locale: string): typeof deServer {
  return JSON.parse(readFileSync(`locales/${locale}/server.json`, "utf8")) as typeof deServer;
}
