import { aboutArea, AREAS } from "../areas.ts";
import { API_PREFIX, PATHS, XSRF, type EndpointName } from "../paths.ts";
import { operation } from "./operation.ts";
import { componentSchemas } from "./schemas.ts";

const ABOUT = `Checkout of a telecom provider's mobile and TV shop.

Amounts are CHF with at most two decimals. Every GET sets the cookie \`${XSRF.cookie}\` (over https \`${XSRF.secureCookie}\`) if it is absent; every POST echoes it in the
header \`${XSRF.header}\`. Messages are in the language of the header \`locale\`.`;

/** The OpenAPI 3.1 document of the whole API, from the schemas that check the requests. `server` is the public address. */
export function openApiDocument(server: string) {
  const names = Object.keys(PATHS) as EndpointName[];
  return {
    openapi: "3.1.0",
    info: {
      title: "Kasse",
      version: "1.0.0",
      description: ABOUT,
      contact: { name: "Kasse", url: server },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: server }],
    tags: AREAS.map((name) => ({ name, description: aboutArea(name) })),
    paths: Object.fromEntries(
      names.map((name) => [API_PREFIX + braced(PATHS[name][1]), { [PATHS[name][0].toLowerCase()]: operation(name) }]),
    ),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "From a login or `POST /create-customer`" },
        photoLink: { type: "http", scheme: "bearer", description: "The secret of a phone link" },
        operator: {
          type: "http",
          scheme: "bearer",
          description: "The secret of the order webhook, for the operator's systems",
        },
        smdp: { type: "http", scheme: "bearer", description: "The secret of progress notifications, for the SM-DP+" },
        warehouse: { type: "http", scheme: "bearer", description: "The secret of stock reports, for the warehouse" },
        verifier: { type: "http", scheme: "bearer", description: "The key of the webhook of the e-ID verifier" },
      },
    },
  };
}

function braced(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}
