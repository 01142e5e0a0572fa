import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { FuzzReply } from "./send.ts";
import type { FuzzRequest } from "./requests.ts";

/** Schemas of failures, as on the wire page, without any other properties. */
const text = { type: "string", minLength: 1 };
const only = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const fields = { type: "object", minProperties: 1, additionalProperties: { type: "array", minItems: 1, items: text } };
const message = only({ message: text });
const coded = only({ code: text, message: text }, ["code"]);
const FAILURES: Readonly<Record<number, object>> = {
  400: only({ message: text, errors: fields }, ["errors"]),
  401: coded,
  403: only({ code: text, message: text }),
  404: message,
  406: only({ body: only({ error_fields: fields }) }),
  409: {
    oneOf: [
      only({ page: { enum: ["1", "2", "3", "4", "4a", "5", "6", "7", null] } }),
      only({ message: text, username: text }),
      only({ message: text, badAddress: { const: true } }),
      only({ code: { const: "PRICE_CHANGED" }, message: text, checkout: { type: "object" } }),
      only({ code: { enum: ["NO_STOCK", "REVIEW_CHANGED", "TERMS_CHANGED", "FILL_IN_FAILED"] }, message: text }),
      only({ message: text }),
    ],
  },
  413: message,
  415: message,
  422: only({ errors: fields }),
  429: message,
  // Answers of Node itself, before the shop's code has received the request.
  408: message,
  431: message,
};
/** Statuses for malformed requests, which belong to no call of the document. */
const ANSWERED_BY_NODE: ReadonlySet<number> = new Set([408, 431]);
/** Properties that a success never has at its top level (wire, Common). */
const NEVER_IN_SUCCESS = ["page", "username", "badAddress", "error", "errors"];

type Document = {
  readonly paths: Record<string, Record<string, { readonly operationId: string; readonly responses: Responses }>>;
  readonly components: object;
};
type Responses = Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>>;

/**
 * Returns a function that checks answers against the wire page and the OpenAPI document, and returns the mistake, or
 * null.
 */
export function createJudge(document: Document, secrets: readonly string[]) {
  const ajv = new Ajv2020({ strict: false, formats: { binary: true } });
  const failures = new Map(Object.entries(FAILURES).map(([status, schema]) => [Number(status), ajv.compile(schema)]));
  // The documented answers of each call, by call and status.
  const documented = new Map<string, { readonly type: string; readonly validate: ValidateFunction }>();
  for (const methods of Object.values(document.paths))
    for (const { operationId, responses } of Object.values(methods))
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const [type, { schema }] of Object.entries(content)) {
          const validate = ajv.compile({ ...schema, components: document.components });
          documented.set(`${operationId} ${status}`, { type, validate });
        }

  return function judge(request: FuzzRequest, reply: FuzzReply | null): string | null {
    if (reply === null) return request.truncated ? null : "no answer at all";
    const { status, headers } = reply;
    const shown = secrets.find((secret) => `${JSON.stringify([...headers])}${reply.text}`.includes(secret));
    if (shown) return `another shopper's data: ${shown}`;
    if (status >= 500) return `status ${status}`;
    if (request.method === "HEAD") return null;
    const described = documented.get(`${request.operation.name} ${status}`);
    const success = status === 200 ? described : undefined;
    if (status === 200 && success && success.type !== "application/json")
      return headers.get("content-type") === success.type ? null : `a success that is no ${success.type}`;
    if (!headers.get("content-type")?.startsWith("application/json")) return `status ${status} without JSON`;
    const body = parsed(reply.text);
    if (body === undefined) return `status ${status} with broken JSON`;
    if (status === 429 && !/^\d+$/.test(headers.get("retry-after") ?? "")) return "429 without Retry-After";
    const validate = status === 200 ? success?.validate : failures.get(status);
    if (!validate) return `status ${status} is none of the wire's`;
    if (!described && !ANSWERED_BY_NODE.has(status) && request.method === request.operation.method)
      return `status ${status} is not documented for ${request.operation.name}`;
    if (described && !described.validate(body))
      return `status ${status} is not as documented: ${ajv.errorsText(described.validate.errors)}`;
    if (!validate(body)) return `status ${status} with another shape: ${ajv.errorsText(validate.errors)}`;
    const strange = status === 200 && NEVER_IN_SUCCESS.find((name) => Object.hasOwn(body as object, name));
    return strange ? `a success with "${strange}" at its top` : null;
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
