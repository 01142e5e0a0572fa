import { randomUUID } from "node:crypto";
import { LOCALES, localePrefix } from "#core/text/locale.ts";
import { SIGNATURE_HEADER, signatureOf } from "#server/integrations/payment/sandbox/provider.ts";
import { chance, pick, type Random } from "../support/seeded.ts";
import { rawBody } from "./bodies.ts";
import type { FuzzReply } from "./send.ts";
import type { FuzzRequest, Operation } from "./requests.ts";
import { nasty } from "./values.ts";
import type { World } from "./world.ts";

/** The target of a request: the port of the shop, of the payment sandbox or for management. */
type Origins = { readonly shop: string; readonly payment: string; readonly management: string };
export type EdgeRequest = { readonly origin: keyof Origins; readonly request: FuzzRequest };

const PAGES = [
  "/", "/mobile/*", "/tv/*", "/device/*", "/legal/*", "/checkout/1", "/checkout/5", "/checkout/*", "/account", "/order", "/password-reset", "/photo", "/*",
] as const; // prettier-ignore
const FILES = [
  "/docs", "/openapi.json", "/robots.txt", "/sitemap.xml", "/favicon", "/brand/logo", "/assets/*", "/livez", "/healthz", "/readyz", "/metrics",
  "/sandbox/messages", "/sandbox/messages?to=*", "/sandbox/orders", "/sandbox/sandbox.css", "/sandbox/*", "/.well-known/security.txt",
  "/public-api/payment-result/sandbox-hosted?id=*", "/public-api/payment-webhook/*", "/public-api/*",
] as const; // prettier-ignore
const AT_THE_BANK = ["/pay/*", "/pay/*/closed", "/faults", "/widget.js", "/sandbox-payment.css", "/*"] as const;
const MANAGEMENT = ["/metrics", "/livez", "/readyz", "/*"] as const;
const TRICKS = [
  "%00",
  "%ff",
  "%",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e",
  "//evil.example",
  "\\evil.example",
  "a".repeat(3000),
  "%F0%9F",
  "__proto__",
  "<script>",
  "'",
  "",
] as const;

/**
 * Creates a request outside of the OpenAPI document: pages, files, sandboxes, correctly signed webhooks, the bank's
 * page.
 */
export function makeEdgeRequest(random: Random, world: World, secret: string): EdgeRequest {
  const kind = pick(random, ["page", "page", "file", "file", "webhook", "bank", "management", "report"] as const);
  switch (kind) {
    case "page":
      return get(
        random,
        "shop",
        localePrefix(pick(random, LOCALES)) + filled(random, pick(random, PAGES), world),
        "page",
      );
    case "file":
      return get(random, "shop", filled(random, pick(random, FILES), world), "file");
    case "webhook":
      return webhook(random, world, secret);
    case "bank": {
      const outcome = pick(random, ["pay", "decline", "cancel", "pay-and-close", "x", "__proto__"]);
      const form = chance(random, 0.7)
        ? { bytes: Buffer.from(`outcome=${outcome}`), headers: FORM }
        : rawBody(random, "application/x-www-form-urlencoded");
      const path = filled(random, pick(random, AT_THE_BANK), world);
      return path.startsWith("/pay") && chance(random, 0.5)
        ? { origin: "payment", request: made("bank", "POST", path, form.headers, form.bytes) }
        : get(random, "payment", path, "bank");
    }
    case "management":
      return get(random, "management", filled(random, pick(random, MANAGEMENT), world), "management");
    case "report": {
      const { bytes, headers } = rawBody(random, pick(random, ["application/csp-report", "application/reports+json"]));
      return { origin: "shop", request: made("report", "POST", "/csp-reports", headers, bytes) };
    }
  }
}

const FORM = [["content-type", "application/x-www-form-urlencoded"]] as const;

function get(random: Random, origin: keyof Origins, path: string, name: string): EdgeRequest {
  const method = chance(random, 0.92) ? "GET" : pick(random, ["HEAD", "POST", "OPTIONS", "DELETE", "PUT"]);
  const headers: [string, string][] = [["accept", pick(random, ["text/html", "*/*", "application/json", ""])]];
  if (chance(random, 0.3))
    headers.push(["accept-encoding", pick(random, ["br", "gzip", "br;q=0", "identity;q=0, *;q=0"])]);
  if (chance(random, 0.1)) headers.push(["if-none-match", pick(random, ['W/"x"', "*", '"'])]);
  if (chance(random, 0.05)) headers.push(["range", "bytes=0-,9-1"]);
  if (chance(random, 0.05)) headers.push(["x-forwarded-for", "::1, 999.1.1.1"]);
  return { origin, request: made(name, method, path, headers, null) };
}

/** Creates a webhook whose signature is usually valid, about existing payments and others. */
function webhook(random: Random, world: World, secret: string): EdgeRequest {
  const id = pick(random, [...world.hostedIds(), "nobody", "", "x".repeat(5000), null, 5, {}, ["x"]]);
  const eventId = pick(random, [randomUUID(), "same", "", null, "\u0000", "x".repeat(9000)]);
  const body = chance(random, 0.8)
    ? Buffer.from(
        JSON.stringify({ eventId, hostedCheckoutId: id, ...(chance(random, 0.2) ? { more: nasty(random) } : {}) }) ??
          "",
      )
    : (rawBody(random, "application/json").bytes ?? Buffer.alloc(0));
  const signature = chance(random, 0.8)
    ? signatureOf(body.toString("utf8"), secret)
    : pick(random, ["", "00", "x".repeat(9000)]);
  const headers = [
    ["content-type", "application/json"],
    [SIGNATURE_HEADER, signature],
  ] as const;
  const provider = chance(random, 0.9)
    ? "sandbox-hosted"
    : pick(random, ["sandbox-widget", "stripe", "__proto__", "%00"]);
  return { origin: "shop", request: made("webhook", "POST", `/public-api/payment-webhook/${provider}`, headers, body) };
}

function filled(random: Random, path: string, world: World): string {
  const value = () =>
    chance(random, 0.4)
      ? pick(random, TRICKS)
      : pick(random, [
          "SMART60",
          "PREPAID20",
          "TVM",
          "AARE5",
          "agb",
          "privacy",
          ...world.hostedIds(),
          "mia.keller@example.ch",
        ]);
  return path.replaceAll("*", () => value());
}

function made(
  name: string,
  method: string,
  path: string,
  headers: FuzzRequest["headers"],
  body: Buffer | null,
): FuzzRequest {
  const operation: Operation = { name, method, path, parameters: [], bodies: {} };
  return { operation, method, path, headers, body, truncated: false, routed: true };
}

/**
 * Returns the mistake in an answer; null if there is none. The sandboxes show the requests they received, so they can
 * show secrets.
 */
export function judgeEdge(
  { origin, request }: EdgeRequest,
  reply: FuzzReply | null,
  secrets: readonly string[],
): string | null {
  if (reply === null) return "no answer at all";
  const { status, headers, text } = reply;
  if (status >= 500) return `status ${status}`;
  const sandbox = request.path.startsWith("/sandbox/");
  const shown = sandbox
    ? undefined
    : secrets.find((secret) => `${JSON.stringify([...headers])}${text}`.includes(secret));
  if (shown) return `another shopper's data: ${shown}`;
  if (origin !== "shop") return null;
  if (/\bat \/|node_modules|\.ts:\d+/.test(text) && !request.path.startsWith("/assets/")) return "a stack trace";
  if (![400, 408, 431].includes(status) && !headers.get("content-security-policy"))
    return `status ${status} without a policy`;
  const leads = headers.get("location");
  if (leads !== null && !/^\/(?!\/)/.test(leads)) return `it leads to ${leads}`;
  return null;
}
