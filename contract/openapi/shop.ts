import { LOCALES } from "../../core/text/locale.ts";
import { aboutArea, areaOf, AREAS } from "../areas.ts";
import type { ShopCall, ShopCaller } from "../call.ts";
import { ENDPOINTS, failuresOf } from "../shop/calls.ts";
import { PATHS, type EndpointName } from "../all-paths.ts";
import { API_PREFIX, XSRF } from "../paths.ts";
import { CheckoutAnswer, CheckoutRequest, Item, ItemEntry } from "../schemas/checkout.ts";
import { BodyToken, Message, Nothing, Ok } from "../schemas/fields.ts";
import { CustomerFormRequest, User } from "../schemas/customer.ts";
import { parameter, type Described } from "./described.ts";

const ABOUT = `Checkout of a telecom provider's mobile and TV shop.

Amounts are CHF with at most two decimals. Every GET sets the cookie \`${XSRF.cookie}\`
(over https \`${XSRF.secureCookie}\`) if it is absent; every POST echoes it in the header \`${XSRF.header}\`.
Messages are in the language of the header \`locale\`.`;

const secret = (description: string) => ({ type: "http", scheme: "bearer", description });

/**
 * What each caller has to send. The token is optional for `customer`, because one who registered in the checkout has
 * none yet.
 */
const SECURITY: Readonly<Record<ShopCaller, readonly object[]>> = {
  anybody: [],
  customer: [{ token: [] }, {}],
  owner: [{ token: [] }],
  account: [{ token: [] }],
  photoLink: [{ photoLink: [] }],
  operator: [{ operator: [] }],
  smdp: [{ smdp: [] }],
  warehouse: [{ warehouse: [] }],
  verifier: [{ verifier: [] }],
};

/** The shop's API. */
export const SHOP_API: Described = {
  title: "Kasse",
  about: ABOUT,
  prefix: API_PREFIX,
  paths: PATHS,
  calls: ENDPOINTS,
  failuresOf: (name) => failuresOf(name as EndpointName),
  named: false,
  tags: AREAS.map((name) => ({ name, description: aboutArea(name) })),
  tagOf: (name) => areaOf(name as EndpointName),
  securitySchemes: {
    token: secret("From a login or `POST /create-customer`"),
    photoLink: secret("The secret of a phone link"),
    operator: secret("The secret of the order webhook, for the operator's systems"),
    smdp: secret("The secret of progress notifications, for the SM-DP+"),
    warehouse: secret("The secret of stock reports, for the warehouse"),
    verifier: secret("The key of the webhook of the e-ID verifier"),
  },
  security: ({ who }) => SECURITY[who as ShopCaller],
  headers(row, method) {
    if (row.from === "system") return [];
    const { checkout } = row as ShopCall;
    return [
      {
        ...parameter("header", "locale", false, "Language of the answer; German if absent"),
        schema: { type: "string", enum: LOCALES },
      },
      parameter(
        "header",
        "checkoutId",
        checkout === "needed",
        "The checkout's `id` from the answer of `POST /checkout`",
      ),
      ...(method === "POST" ? [parameter("header", XSRF.header, true, `Echo of the cookie ${XSRF.cookie}`)] : []),
    ];
  },
  parameters: {
    kind: "`mobile`, `tv` or `device`",
    code: "The product's code in the catalogue",
    tariff: "The tariff's code in the catalogue",
    family: "`1` for mobile bundles, `0` for TV bundles",
    step: "The step to enter",
    pageStep: "The step that the client believes to be the furthest",
    id: "The reference in the order's event",
    provider: "The payment provider's name in the settings",
    checkoutId: "The provider's id of the payment",
    RETURNMAC: "The check value that the provider adds to the address of the return page",
  },
  shared: {
    requests: { CheckoutRequest, CustomerForm: CustomerFormRequest },
    answers: { Checkout: CheckoutAnswer, ItemEntry, Item, User, Token: BodyToken, Ok, Message, Nothing },
  },
};
