import { isPage, type Page } from "#core/steps.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";

/** Keys of the plain sentences for what happens on the way to the server (specification 8). */
export type NetworkKey =
  | "Network Error"
  | "Request aborted"
  | "timeout of N ms exceeded"
  | "Request failed with status code N";

/** All that a call can answer but success. */
export type Failure =
  | { readonly kind: "fieldErrors"; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: "page"; readonly page: Page | null }
  | { readonly kind: "userExists"; readonly message: string }
  | { readonly kind: "badAddress"; readonly message: string }
  | { readonly kind: "priceChanged"; readonly checkout: CheckoutAnswer }
  | { readonly kind: "tooMany"; readonly retryAfter: number; readonly message: string }
  | { readonly kind: "code"; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: "message"; readonly status: number; readonly message: string }
  | { readonly kind: "error" }
  | { readonly kind: "network"; readonly key: NetworkKey; readonly number: number };

type Body = Readonly<Record<string, unknown>>;
const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Reads an answer that is no success (wire). `code` is read before `error`. */
export function readFailure(status: number, answer: unknown, retryAfter: string | null): Failure {
  if (!isBody(answer)) return { kind: "network", key: "Request failed with status code N", number: status };
  const message = text(answer["message"]);
  if (status === 422 && isBody(answer["errors"])) return { kind: "fieldErrors", errors: firstOfEach(answer["errors"]) };
  if (status === 406 && isBody(answer["body"]) && isBody(answer["body"]["error_fields"])) {
    return { kind: "fieldErrors", errors: firstOfEach(answer["body"]["error_fields"]) };
  }
  if ("page" in answer)
    return { kind: "page", page: isPage(text(answer["page"])) ? (text(answer["page"]) as Page) : null };
  if ("username" in answer) return { kind: "userExists", message };
  if ("badAddress" in answer) return { kind: "badAddress", message };
  if (answer["code"] === "PRICE_CHANGED" && isBody(answer["checkout"])) {
    return { kind: "priceChanged", checkout: answer["checkout"] as unknown as CheckoutAnswer };
  }
  if (status === 429) return { kind: "tooMany", retryAfter: Number(retryAfter) || 60, message };
  if (text(answer["code"])) return { kind: "code", status, code: text(answer["code"]), message };
  if ("error" in answer) return { kind: "error" };
  if (message) return { kind: "message", status, message };
  return { kind: "network", key: "Request failed with status code N", number: status };
}

/** The first message of each field is the one shown (specification 5). */
function firstOfEach(errors: Body): Record<string, string> {
  const first = (value: unknown) => text(Array.isArray(value) ? value[0] : value);
  return Object.fromEntries(Object.entries(errors).map(([field, value]) => [field, first(value)]));
}
