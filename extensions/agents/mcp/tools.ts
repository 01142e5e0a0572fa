import { toJsonSchema } from "@valibot/to-json-schema";
import type { Tool } from "#libraries/agents/index.ts";
import type { Operation, Operations } from "../operation.ts";
import { UCP_VERSION, type RootCapability } from "../protocol/capabilities.ts";

/** Where UCP's schemas of answers are, by capability. */
const ANSWERS: Readonly<Record<RootCapability, string>> = {
  "dev.ucp.shopping.checkout": "checkout.json",
  "dev.ucp.shopping.catalog.search": "catalog_search.json",
  "dev.ucp.shopping.catalog.lookup": "catalog_lookup.json",
  "dev.ucp.shopping.order": "order.json",
};

/** Returns the tools of the operations, in their order (UCP checkout-mcp, catalog/mcp, order-mcp). */
export function toolsOf(operations: Operations): readonly Tool[] {
  return Object.values(operations).map(toolOf);
}

function toolOf(operation: Operation): Tool {
  const { name, about, argument, hasId, effect, isSigned } = operation;
  const title = name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
  return {
    name,
    title,
    description: isSigned ? `${about} The HTTP request has to be signed.` : about,
    inputSchema: {
      type: "object",
      properties: {
        meta: metaFor(operation),
        ...(hasId && { id: { type: "string" } }),
        ...(argument !== null && { [argument]: requestSchema(operation) }),
      },
      required: ["meta", ...(hasId ? ["id"] : []), ...(argument === null ? [] : [argument])],
    },
    outputSchema: answerSchema(operation),
    annotations: {
      title,
      readOnlyHint: effect === "none",
      destructiveHint: effect === "destructive",
      // A repetition with the same key gets the first answer.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/** The metadata of a call (UCP checkout-mcp, Request Metadata). */
function metaFor({ effect }: Operation): object {
  const profile = { type: "string", format: "uri", description: "The address of the platform's UCP profile." };
  const changes = effect !== "none";
  return {
    type: "object",
    properties: {
      "ucp-agent": { type: "object", properties: { profile }, required: ["profile"] },
      ...(changes && { "idempotency-key": { type: "string", description: "A new UUID, the same for a repetition." } }),
    },
    required: ["ucp-agent", ...(changes ? ["idempotency-key"] : [])],
  };
}

/** Returns the JSON Schema of an operation's request. What it cannot say, such as formats of texts, is left out. */
function requestSchema({ request }: Operation): object {
  const { $schema: _, ...schema } = toJsonSchema(request, { typeMode: "input", errorMode: "ignore" });
  return schema;
}

/**
 * Returns the schema of an answer: UCP's envelope. Its published schema is named, but not referenced, because clients
 * compile this one and would have to load the other.
 */
function answerSchema({ root, argument }: Operation): NonNullable<Tool["outputSchema"]> {
  const published = `https://ucp.dev/${UCP_VERSION}/schemas/shopping/${ANSWERS[root]}`;
  const envelope = { type: "object", properties: { version: { type: "string" } }, required: ["version"] };
  return {
    type: "object",
    ...(argument !== "question" && { description: `${published}, or types/error_response.json` }),
    properties: { ucp: envelope },
    required: ["ucp"],
  };
}
