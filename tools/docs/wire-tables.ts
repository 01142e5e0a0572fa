import { toJsonSchema, type JsonSchema } from "@valibot/to-json-schema";
import { areaOf, AREAS } from "#contract/areas.ts";
import type { ShopCall, ShopCaller } from "#contract/call.ts";
import { ENDPOINTS, failuresOf } from "#contract/shop/calls.ts";
import { FAILURE_BODIES, FAILURES, SHOP_FAILURES, type FailureName } from "#contract/failures.ts";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** Returns a call in the document's notation: `GET /product/{kind}/{code}`. */
const callOf = (name: EndpointName) => PATHS[name].join(" ").replace(/:(\w+)/g, "{$1}");

/** Failures that every call can have. The document lists them once, above the table. */
const OF_EVERY_CALL = NAMES.map(failuresOf).reduce((all, own) => all.filter((name) => own.includes(name)));
const OF_EVERY_POST: readonly FailureName[] = ["xsrf", "bodyTooLarge", "mediaType"];

/** Failures of every call that reads the header `checkoutId`. */
const OF_EVERY_CHECKOUT: readonly FailureName[] = ["checkoutUnknown"];

const BEARERS: Readonly<Record<ShopCaller, string | null>> = {
  anybody: null,
  customer: "customer",
  owner: "owner",
  account: "account",
  photoLink: "link",
  operator: "`ORDER_WEBHOOK_SECRET`",
  smdp: "`ES2PLUS_NOTIFICATION_SECRET`",
  warehouse: "`STOCK_SECRET`",
  verifier: "`EID_WEBHOOK_KEY`",
};

/** Returns the table of calls in docs/specification/wire.md, in Markdown. */
export function callsAsMarkdown(): string {
  const rows = AREAS.flatMap((area) => NAMES.filter((name) => areaOf(name) === area)).map((name) => {
    const { checkout, who, about }: ShopCall = ENDPOINTS[name];
    const general = [...OF_EVERY_CALL, ...OF_EVERY_POST, ...OF_EVERY_CHECKOUT];
    const own = failuresOf(name).filter((each) => !general.includes(each));
    const needs = [checkout === "needed" ? "`checkoutId`" : null, BEARERS[who]].filter((each) => each !== null);
    const cells = [`\`${callOf(name)}\``, about, needs.join(", "), listed(own)];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `Every call can fail with ${listed(OF_EVERY_CALL)}, every call of a shopper with ${listed(OF_EVERY_CHECKOUT)}, every POST with ${listed(OF_EVERY_POST)} (a webhook not with \`xsrf\`).`,
    "",
    "| call | what it does | needs | fails with |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** Returns the table of failures, each with its status and the shape of its body. */
export function failuresAsMarkdown(): string {
  const rows = SHOP_FAILURES.map((name) => {
    const { status, about } = FAILURES[name];
    return `| \`${name}\` | ${status} | \`${bodyOf(name)}\` | ${about} |`;
  });
  return ["| failure | status | body | when |", "|---|---|---|---|", ...rows].join("\n");
}

function bodyOf(name: FailureName): string {
  const row: { readonly body: keyof typeof FAILURE_BODIES; readonly code?: string } = FAILURES[name];
  const shape = shapeOf(toJsonSchema(FAILURE_BODIES[row.body], { errorMode: "ignore", typeMode: "output" }), 0);
  return row.code === undefined ? shape : shape.replace(/"code":"…"/, `"code":"${row.code}"`);
}

/** Returns an example of a body, with … for varying values. Large objects are omitted. */
function shapeOf(schema: JsonSchema, depth: number): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const properties = Object.entries(schema.properties ?? {});
  if (depth > 0 && properties.length > 3) return "{…}";
  if (typeof schema.additionalProperties === "object") return '{"<field>":["…"]}';
  if (schema.type !== "object") return '"…"';
  return `{${properties.map(([key, value]) => `"${key}":${shapeOf(value as JsonSchema, depth + 1)}`).join(",")}}`;
}

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
