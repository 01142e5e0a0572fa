import { toJsonSchema } from "@valibot/to-json-schema";
import type { FastifyInstance } from "fastify";
import { readyText, serveReady } from "#server/platform/http/ready.ts";
import { Telecom } from "./checkout/request.ts";
import { CHECKOUT, LOOKUP, SEARCH, UCP_VERSION, telecomExtension } from "./protocol/capabilities.ts";

const SCHEMAS = `https://ucp.dev/${UCP_VERSION}/schemas/shopping`;

const AMOUNT = { type: "integer", minimum: 0, description: "Rappen (ISO 4217 minor units of CHF)" };
const nullable = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
const months = { type: "integer", minimum: 1, description: "months" };

const PRICES = {
  type: "object",
  description: "What the purchase costs. UCP's amounts are only what is due now.",
  required: ["due_now", "monthly", "first_bill", "minimum_term_months", "later", "total"],
  properties: {
    due_now: { ...AMOUNT, description: "Rappen, paid at the checkout" },
    monthly: { ...AMOUNT, description: "Rappen, on every bill" },
    first_bill: { ...AMOUNT, description: "Rappen, once on the first bill" },
    minimum_term_months: nullable({ ...months, description: "1: can be cancelled every month" }),
    later: nullable({
      type: "object",
      description: "the bill after a promotion or a device's instalments",
      required: ["after_months", "monthly"],
      properties: { after_months: months, monthly: AMOUNT },
    }),
    total: nullable({
      type: "object",
      description: "everything over the term",
      required: ["months", "amount"],
      properties: { months, amount: AMOUNT },
    }),
  },
};

/**
 * Returns the JSON Schema of the shop's extension (UCP overview, Extension Schema Pattern): the fields of a checkout
 * that only telecom products have, and the prices of a variant.
 */
function telecomSchema(publicUrl: string): object {
  const { $schema: _, ...request } = toJsonSchema(Telecom, { errorMode: "ignore" }) as Record<string, unknown>;
  const { properties = {} } = request as { properties?: object };
  const telecom = { ...request, properties: { ...properties, prices: { $ref: "#/$defs/prices" } } };
  const withVariants = (file: string) => ({
    allOf: [{ $ref: `${SCHEMAS}/${file}` }],
    description: "Each variant of a product has `telecom`.",
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${publicUrl}/ucp/telecom.json`,
    name: telecomExtension(publicUrl),
    title: "Telecom",
    description: "Term, SIM, number, add-ons, billing and prices of mobile and TV products.",
    requires: { protocol: { min: UCP_VERSION } },
    $defs: {
      prices: PRICES,
      telecom,
      variant: {
        type: "object",
        required: ["prices", "delivery", "esim"],
        properties: {
          prices: { $ref: "#/$defs/prices" },
          delivery: nullable({ type: "string", format: "date", description: "when post would arrive" }),
          esim: { type: "boolean", description: "whether an eSIM can be chosen" },
        },
      },
      [CHECKOUT]: {
        title: "Checkout with telecom",
        allOf: [
          { $ref: `${SCHEMAS}/checkout.json` },
          { type: "object", properties: { telecom: { $ref: "#/$defs/telecom" } } },
        ],
      },
      [SEARCH]: withVariants("catalog_search.json"),
      [LOOKUP]: withVariants("catalog_lookup.json"),
    },
  };
}

/** What the extension is, for developers of platforms. The shop's own documentation says more. */
const PAGE = `Telecom: an extension of UCP for mobile and TV products

A checkout has one variant of the catalogue. "telecom" adds what UCP does not know:

sim               card or esim
number            {"kind":"new"}, {"kind":"chosen","msisdn":...} or {"kind":"transfer","msisdn":...,
                  "current_contract":"postpaid"|"prepaid","date":"YYYY-MM-DD"}
bundles           codes of add-ons
insurance         of the device
credit_limit      for additional costs, whole CHF a month
bill              email or post
device_in_full    the device is paid at the checkout, without instalments
tv_boxes          codes of set-top boxes
customer          salutation, birthday (YYYY-MM-DD) and address of the person
prices            the answer of the shop, in Rappen; sent back unread

No platform sends an identity document, a PUK, an authorisation, a consent to the terms or a payment. The answer names
them as messages with severity requires_buyer_input or requires_buyer_review, and the person does them at continue_url.

Payment: the buyer pays at the shop's payment provider, on a page that continue_url leads to. Instruments are never sent.
`;

/** Registers the extension's schema and page, whose addresses the business profile lists. */
export function registerTelecom(app: FastifyInstance, publicUrl: string): void {
  const json = JSON.stringify(telecomSchema(publicUrl));
  const headers = { "cache-control": "public, max-age=3600" };
  serveReady(app, "/ucp/telecom.json", () => readyText(json, { type: "application/schema+json", headers }));
  serveReady(app, "/ucp/telecom", () => readyText(PAGE, { type: "text/plain; charset=utf-8", headers }));
}
