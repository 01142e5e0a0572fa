import account from "#locales/de/account.json" with { type: "json" };
import address from "#locales/de/address.json" with { type: "json" };
import cart from "#locales/de/cart.json" with { type: "json" };
import checkout from "#locales/de/checkout.json" with { type: "json" };
import common from "#locales/de/common.json" with { type: "json" };
import customer from "#locales/de/customer.json" with { type: "json" };
import fields from "#locales/de/fields.json" with { type: "json" };
import identity from "#locales/de/identity.json" with { type: "json" };
import number from "#locales/de/number.json" with { type: "json" };
import order from "#locales/de/order.json" with { type: "json" };
import payment from "#locales/de/payment.json" with { type: "json" };
import price from "#locales/de/price.json" with { type: "json" };
import server from "#locales/de/server.json" with { type: "json" };
import tv from "#locales/de/tv.json" with { type: "json" };
import watch from "#locales/de/watch.json" with { type: "json" };

/** The German texts, including those of the server's answers: tests find elements by role and name. */
export const words = {
  account,
  address,
  cart,
  checkout,
  common,
  customer,
  fields,
  identity,
  number,
  order,
  payment,
  price,
  server,
  tv,
  watch,
};
