import { toJsonSchema } from "@valibot/to-json-schema";
import type { Call } from "../call.ts";
import { FAILURES, type FailureBody, type FailureName } from "../failures.ts";
import { parameter, type Described } from "./described.ts";
import { answerRef, failureRef, requestRef } from "./schemas.ts";

/** Returns a call's operation for the document, generated from the call's row. */
export function operation(described: Described, name: string) {
  const row = described.calls[name] as Call;
  const [method, path] = described.paths[name] as readonly [string, string];
  return {
    operationId: name,
    tags: [described.tagOf(name)],
    summary: row.about,
    description: row.description ?? row.about,
    security: described.security(row),
    parameters: [
      ...pathParameters(described, path),
      ...queryParameters(described, row),
      ...described.headers(row, method),
    ],
    ...(method === "POST" ? { requestBody: requestBody(described, name, row) } : {}),
    responses: responses(described, name, row),
  };
}

const pathParameters = ({ parameters }: Described, path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => parameter("path", name, true, parameters[name] ?? name));

function queryParameters({ parameters }: Described, { query }: Call) {
  if (!query) return [];
  const { properties = {}, required = [] } = toJsonSchema(query, { errorMode: "ignore", typeMode: "input" });
  return Object.entries(properties).map(([name, schema]) => ({
    ...parameter("query", name, required.includes(name), parameters[name] ?? name),
    schema,
  }));
}

function requestBody(described: Described, name: string, row: Call) {
  if (row.form === "upload") {
    const file = {
      type: "object",
      properties: { document: { type: "string", format: "binary" } },
      required: ["document"],
    };
    return { required: true, content: { "multipart/form-data": { schema: file } } };
  }
  const schema = row.body ? requestRef(described, name, row.body) : { type: "object" };
  const forms = { "application/x-www-form-urlencoded": { schema } };
  if (row.form === "only") return { content: forms };
  const also = row.form === "also" ? { ...forms, "multipart/form-data": { schema } } : {};
  return { content: { "application/json": { schema }, ...also } };
}

const json = (description: string, schema: object) => ({ description, content: { "application/json": { schema } } });

/** Returns the responses of a call: success, and each failure that it can return. */
function responses(described: Described, name: string, row: Call): Record<string, object> {
  const done =
    row.media || row.from === "navigation"
      ? {
          description: "Success",
          content: { [row.media ?? "text/html"]: { schema: { type: "string", format: "binary" } } },
        }
      : json("Success", answerRef(described, name));
  const byStatus = Map.groupBy(described.failuresOf(name), (failure) => FAILURES[failure].status);
  return {
    ...(row.noContent ? { "204": { description: "Success" } } : { "200": done }),
    ...Object.fromEntries([...byStatus].map(([status, names]) => [String(status), failureResponse(described, names)])),
  };
}

function failureResponse(described: Described, names: readonly FailureName[]): object {
  const rows = names.map((name) => FAILURES[name]);
  // The body of a shopper who queues is also a message, so the schemas do not exclude each other.
  const isQueued = rows.some(({ body }) => body === "queued");
  const schemas = described.named ? [namedSchema(names)] : shopSchemas(names);
  const response = json(
    rows.map(({ about }) => about).join("; or: "),
    schemas.length === 1 && schemas[0] ? schemas[0] : { [isQueued ? "anyOf" : "oneOf"]: schemas },
  );
  if (!isQueued && !rows.some(({ body }) => body === "tooMany")) return response;
  const retryAfter = { description: "Seconds until the next attempt", required: true, schema: { type: "integer" } };
  return { ...response, headers: { "Retry-After": retryAfter } };
}

const namedSchema = (names: readonly FailureName[]) => ({
  allOf: [{ $ref: failureRef("named") }, { type: "object", properties: { failure: { enum: names } } }],
});

function shopSchemas(names: readonly FailureName[]): readonly object[] {
  const rows: readonly { readonly body: FailureBody; readonly code?: string }[] = names.map((name) => FAILURES[name]);
  const codes = new Set(rows.flatMap(({ body, code }) => (body === "coded" ? (code ?? []) : [])));
  const shapes = new Set(rows.flatMap(({ body }) => (body === "coded" ? [] : [failureRef(body)])));
  return [...[...shapes].map(($ref) => ({ $ref })), ...(codes.size > 0 ? [codedSchema([...codes])] : [])];
}

function codedSchema(codes: readonly string[]): object {
  return {
    type: "object",
    properties: { code: { type: "string", enum: codes }, message: { type: "string" } },
    required: ["code", "message"],
  };
}
