import { areaOf } from "../areas.ts";
import { ENDPOINTS, type Bearer, type Endpoint } from "../endpoints.ts";
import { LOCALES } from "../../core/locale.ts";
import { PATHS, XSRF, type EndpointName } from "../paths.ts";
import { responses } from "./responses.ts";
import { requestSchema } from "./schemas.ts";

/** Descriptions of path and query parameters. */
const ABOUT_PARAMETER: Readonly<Record<string, string>> = {
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
};

/** One operation of the document, from the endpoint's row. */
export function operation(name: EndpointName) {
  const endpoint: Endpoint = ENDPOINTS[name];
  const [method, path] = PATHS[name];
  return {
    operationId: name,
    tags: [areaOf(name)],
    summary: endpoint.summary,
    description: endpoint.description,
    security: security(endpoint),
    parameters: [...pathParameters(path), ...queryParameters(endpoint), ...headers(endpoint, method)],
    ...(method === "POST" ? { requestBody: requestBody(name, endpoint) } : {}),
    responses: responses(name),
  };
}

/** An empty requirement means "or no token": a customer who registered in the checkout has none yet. */
function security({ bearer }: Endpoint): readonly object[] {
  return bearer === undefined ? [] : SECURITY[bearer];
}

const SECURITY: Readonly<Record<Bearer, readonly object[]>> = {
  customer: [{ token: [] }, {}],
  owner: [{ token: [] }],
  account: [{ token: [] }],
  photoLink: [{ photoLink: [] }],
  operator: [{ operator: [] }],
  smdp: [{ smdp: [] }],
  warehouse: [{ warehouse: [] }],
  verifier: [{ verifier: [] }],
};

const parameter = (place: "path" | "query" | "header", name: string, required: boolean, description: string) => ({
  name,
  in: place,
  required,
  description,
  schema: { type: "string" },
});

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) =>
    parameter("path", name, true, ABOUT_PARAMETER[name] ?? name),
  );
}

function queryParameters(endpoint: Endpoint) {
  const query = (required: boolean) => (name: string) =>
    parameter("query", name, required, ABOUT_PARAMETER[name] ?? name);
  return [...(endpoint.query ?? []).map(query(true)), ...(endpoint.optionalQuery ?? []).map(query(false))];
}

function headers(endpoint: Endpoint, method: string) {
  if (endpoint.serverToServer) return [];
  return [
    {
      ...parameter("header", "locale", false, "Language of the answer; German if absent"),
      schema: { type: "string", enum: LOCALES },
    },
    parameter(
      "header",
      "checkoutId",
      endpoint.checkout === "needed",
      "The checkout's `id` from the answer of `POST /checkout`",
    ),
    ...(method === "POST" ? [parameter("header", XSRF.header, true, `Echo of the cookie ${XSRF.cookie}`)] : []),
  ];
}

function requestBody(name: EndpointName, endpoint: Endpoint) {
  if (endpoint.form === "upload") {
    const file = {
      type: "object",
      properties: { document: { type: "string", format: "binary" } },
      required: ["document"],
    };
    return { required: true, content: { "multipart/form-data": { schema: file } } };
  }
  const schema = endpoint.body ? requestSchema(name, endpoint.body) : { type: "object" };
  const forms =
    endpoint.form === "also"
      ? { "application/x-www-form-urlencoded": { schema }, "multipart/form-data": { schema } }
      : {};
  return { content: { "application/json": { schema }, ...forms } };
}
