import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { AREA_OF, AREAS } from "./areas.ts";
import { ENDPOINTS, type Endpoint } from "./endpoints.ts";
import { API_PREFIX, PATHS, XSRF, type EndpointName } from "./paths.ts";
import { BodyToken, FieldErrors, Message } from "./schemas/common.ts";
import { CheckoutAnswer } from "./schemas/checkout.ts";

const OPTIONS = { errorMode: "ignore", target: "draft-2020-12" } as const;
const input = (schema: GenericSchema) => withoutDialect(toJsonSchema(schema, { ...OPTIONS, typeMode: "input" }));
const output = (schema: GenericSchema) => withoutDialect(toJsonSchema(schema, { ...OPTIONS, typeMode: "output" }));

/** The OpenAPI 3.1 document of the whole API, made from the schemas that check the requests. */
export function openApiDocument(server: string) {
  const names = Object.keys(PATHS) as EndpointName[];
  return {
    openapi: "3.1.0",
    info: { title: "Kasse", version: "1.0.0", description: "Checkout of a telecom provider's mobile and TV shop." },
    servers: [{ url: server }],
    tags: AREAS.map((name) => ({ name })),
    paths: Object.fromEntries(
      names.map((name) => [API_PREFIX + braced(PATHS[name][1]), { [PATHS[name][0].toLowerCase()]: operation(name) }]),
    ),
    components: {
      schemas: {
        Message: output(Message),
        Token: output(BodyToken),
        Page: {
          type: "object",
          properties: { page: { type: ["string", "null"], enum: ["1", "2", "3", "4", "4a", "5", "6", "7", null] } },
          required: ["page"],
        },
        Invalid: { type: "object", properties: { errors: output(FieldErrors) }, required: ["errors"] },
        Refused: {
          type: "object",
          properties: {
            body: { type: "object", properties: { error_fields: output(FieldErrors) }, required: ["error_fields"] },
          },
          required: ["body"],
        },
        Conflict: {
          description: "A page to go to, an existing user, a bad address, a changed price or an empty stock",
          type: "object",
          properties: {
            page: { type: ["string", "null"] },
            code: { type: "string", enum: ["PRICE_CHANGED", "NO_STOCK"] },
            message: { type: "string" },
            username: { type: "string" },
            badAddress: { type: "boolean" },
            checkout: output(CheckoutAnswer),
          },
        },
        ServerError: {
          type: "object",
          properties: { error: { const: "REQUEST_FAILED_SERVER_ERROR" }, requestId: { type: "string" } },
          required: ["error", "requestId"],
        },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

function operation(name: EndpointName) {
  const endpoint: Endpoint = ENDPOINTS[name];
  const [method, path] = PATHS[name];
  return {
    operationId: name,
    tags: [AREA_OF[name]],
    summary: endpoint.summary,
    parameters: [...pathParameters(path), ...queryParameters(endpoint), ...headers(endpoint, method)],
    ...(method === "POST" ? { requestBody: requestBody(endpoint) } : {}),
    responses: responses(endpoint),
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(endpoint: Endpoint) {
  const parameter = (required: boolean) => (name: string) => ({
    name,
    in: "query",
    required,
    schema: { type: "string" },
  });
  return [...(endpoint.query ?? []).map(parameter(true)), ...(endpoint.optionalQuery ?? []).map(parameter(false))];
}

function headers(endpoint: Endpoint, method: string) {
  if (endpoint.serverToServer) return [];
  const header = (name: string, required: boolean, schema: object) => ({ name, in: "header", required, schema });
  return [
    header("locale", false, { type: "string", enum: ["de", "en", "fr", "it", "sr"] }),
    header("checkoutId", endpoint.checkout === "needed", { type: "string" }),
    ...(method === "POST"
      ? [header(XSRF.header, true, { type: "string", description: `echo of the cookie ${XSRF.cookie}` })]
      : []),
  ];
}

function requestBody(endpoint: Endpoint) {
  if (endpoint.form === "upload") {
    const file = {
      type: "object",
      properties: { document: { type: "string", format: "binary" } },
      required: ["document"],
    };
    return { required: true, content: { "multipart/form-data": { schema: file } } };
  }
  const schema = endpoint.body ? input(endpoint.body) : { type: "object" };
  const forms =
    endpoint.form === "also"
      ? { "application/x-www-form-urlencoded": { schema }, "multipart/form-data": { schema } }
      : {};
  return { content: { "application/json": { schema }, ...forms } };
}

function responses(endpoint: Endpoint) {
  const json = (description: string, schema: object) => ({ description, content: { "application/json": { schema } } });
  const ref = (description: string, name: string) => json(description, { $ref: `#/components/schemas/${name}` });
  return {
    "200": endpoint.media
      ? { description: "Done", content: { [endpoint.media]: { schema: { type: "string", format: "binary" } } } }
      : json("Done", output(endpoint.answer)),
    "400": ref("The request cannot be read", "Message"),
    "401": ref("Not logged in, or a wrong code or password", "Message"),
    "403": ref("The cookie was not echoed, or a signature is wrong", "Message"),
    "404": ref("Unknown", "Message"),
    "406": ref("A business system refuses a field", "Refused"),
    "409": ref("Not now", "Conflict"),
    "413": ref("Too large", "Message"),
    "415": ref("Wrong kind of content", "Message"),
    "422": ref("The form is wrong", "Invalid"),
    "429": ref("Too many tries", "Message"),
    "500": ref("A fault of the server", "ServerError"),
    "503": ref("A system behind does not answer", "ServerError"),
  };
}

function braced(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

function withoutDialect(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema"));
}
