import { ENDPOINTS, failuresOf, type Endpoint } from "../endpoints.ts";
import { FAILURES, type FailureName } from "../failures.ts";
import type { EndpointName } from "../paths.ts";
import { answerSchema, failureSchema } from "./schemas.ts";

const json = (description: string, schema: object) => ({ description, content: { "application/json": { schema } } });

/** The responses of a call: its success and each failure that it can return. */
export function responses(name: EndpointName): Record<string, object> {
  const endpoint: Endpoint = ENDPOINTS[name];
  const done = endpoint.media
    ? { description: "Success", content: { [endpoint.media]: { schema: { type: "string", format: "binary" } } } }
    : json("Success", answerSchema(name));
  const byStatus = Map.groupBy(failuresOf(name), (failure) => FAILURES[failure].status);
  return {
    ...(endpoint.noContent ? { "204": { description: "Success" } } : { "200": done }),
    ...Object.fromEntries([...byStatus].map(([status, names]) => [String(status), failureResponse(names)])),
  };
}

function failureResponse(names: readonly FailureName[]): object {
  const rows = names.map((name) => FAILURES[name]);
  const codes = new Set(rows.flatMap((row) => ("code" in row ? [row.code] : [])));
  const shapes = new Set(rows.flatMap((row) => (row.body === "coded" ? [] : [failureSchema(row.body).$ref])));
  const schemas = [...[...shapes].map(($ref) => ({ $ref })), ...(codes.size > 0 ? [codedSchema([...codes])] : [])];
  const response = json(
    rows.map(({ about }) => about).join("; or: "),
    schemas.length === 1 && schemas[0] ? schemas[0] : { oneOf: schemas },
  );
  if (!rows.some(({ body }) => body === "tooMany")) return response;
  const retryAfter = { description: "Seconds until the next try", required: true, schema: { type: "integer" } };
  return { ...response, headers: { "Retry-After": retryAfter } };
}

function codedSchema(codes: readonly string[]): object {
  return {
    type: "object",
    properties: { code: { type: "string", enum: codes }, message: { type: "string" } },
    required: ["code", "message"],
  };
}
