import type { Described } from "./described.ts";
import { operation } from "./operation.ts";
import { componentSchemas } from "./schemas.ts";

/**
 * Returns the OpenAPI 3.1 document of an API, generated from the schemas that check its requests. `server`: the API's
 * URL.
 */
export function openApiDocument(described: Described, server: string) {
  const { title, about, tags, securitySchemes } = described;
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1.0.0",
      description: about,
      contact: { name: "Kasse", url: server },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: server }],
    tags,
    paths: operationsOf(described),
    components: { schemas: componentSchemas(described), securitySchemes },
  };
}

/** Returns the operations by path and method. A path can have several methods. */
function operationsOf(described: Described) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, [method, path]] of Object.entries(described.paths))
    (paths[described.prefix + path.replace(/:(\w+)/g, "{$1}")] ??= {})[method.toLowerCase()] = operation(
      described,
      name,
    );
  return paths;
}
