import { handoverExamples } from "./handover-examples.ts";

const text = { type: "string" } as const;
const timestamp = { type: "string", format: "date-time" } as const;
/** The schema of an object whose fields TMF622 describes. */
const tmfObject = { type: "object", additionalProperties: true } as const;
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: text,
});

const HEADERS = [
  header("X-Kasse-Event-Id", "The event's `eventId`: an id that was received before marks a repetition"),
  header(
    "X-Kasse-Signature-V2",
    "`t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256 with ORDER_WEBHOOK_SECRET over `<t>.<raw body>`. Reject signatures older than five minutes",
  ),
  header("X-Kasse-Signature", "The same over the body only, for existing receivers that check it"),
];

/** Returns the OpenAPI description of an event that Kasse sends, with its examples. */
function webhook(type: string, summary: string) {
  const examples = handoverExamples()
    .filter(({ event }) => "eventType" in event && event.eventType === type)
    .map(({ name, event }) => [name, { value: event }] as const);
  return {
    post: {
      operationId: type,
      summary,
      // No login, because the event is signed.
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: { "application/json": { schema: named(type), examples: Object.fromEntries(examples) } },
      },
      responses: {
        "2XX": {
          description:
            "Received. After any other answer, or none within 10 seconds, the event is sent again for about three days",
        },
      },
    },
  };
}

/** Returns the schema of an event, including the fields that all events have. */
function event(type: string, productOrder: object) {
  return {
    type: "object",
    additionalProperties: true,
    required: ["eventId", "eventTime", "eventType", "correlationId", "@type", "event"],
    properties: {
      eventId: { type: "string", format: "uuid" },
      eventTime: timestamp,
      eventType: { const: type },
      "@type": { const: type },
      correlationId: { ...text, description: "The order's internal id; it gives no access" },
      event: { type: "object", additionalProperties: true, required: ["productOrder"], properties: { productOrder } },
    },
  };
}

const bearer = [{ operator: [] }];

/**
 * Returns the interface between Kasse and the operator's order systems, as OpenAPI 3.1 with webhooks. The payloads
 * follow TMF622 v5.
 */
export const handoverOpenApi = () => ({
  openapi: "3.1.0",
  info: {
    title: "Kasse: orders for the operator's systems",
    version: "1",
    description:
      "See docs/handover.md. The payloads follow TM Forum TMF622 Product Ordering v5; the schemas here contain the fields that integrators read first.",
  },
  servers: [{ url: "https://shop.example.ch/public-api" }],
  webhooks: {
    productOrderCreated: webhook(
      "ProductOrderCreateEvent",
      "An order was placed: immediately, or after it was released and paid",
    ),
    productOrderAttributeChanged: webhook(
      "ProductOrderAttributeValueChangeEvent",
      "The ICCID of an order's eSIM is known",
    ),
    productOrderStateChanged: webhook("ProductOrderStateChangeEvent", "An order was cancelled in the shop"),
  },
  paths: {
    "/order-events": {
      post: {
        operationId: "orderEvents",
        summary: "Report the state of an order",
        security: bearer,
        requestBody: { required: true, content: { "application/json": { schema: named("StateReport") } } },
        responses: {
          "200": { description: "Stored, or known already" },
          "400": { description: "Unreadable, or an `eventTime` more than five minutes in the future" },
          "403": { description: "Wrong secret" },
          "404": { description: "No such order" },
        },
      },
    },
    "/order-documents/{id}": {
      get: {
        operationId: "orderDocument",
        summary: "The copy of an identity document, for 30 days after the order; every access is recorded",
        security: bearer,
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        responses: {
          "200": {
            description: "The copy",
            content: { "image/jpeg": { schema: { type: "string", format: "binary" } } },
          },
          "403": { description: "Wrong secret" },
          "404": { description: "No such copy, or it has been deleted" },
        },
      },
    },
  },
  components: {
    securitySchemes: { operator: { type: "http", scheme: "bearer", description: "ORDER_WEBHOOK_SECRET" } },
    schemas: {
      ProductOrderCreateEvent: event("ProductOrderCreateEvent", {
        type: "object",
        additionalProperties: true,
        required: ["id", "externalId", "category", "creationDate", "state", "productOrderItem", "orderTotalPrice"],
        properties: {
          id: { ...text, description: "The order number" },
          externalId: { type: "array", items: tmfObject },
          category: { enum: ["postpaid", "prepaid"] },
          customerType: { enum: ["residential", "business"] },
          creationDate: timestamp,
          state: { const: "acknowledged" },
          productOrderItem: {
            type: "array",
            minItems: 1,
            items: {
              type: "object",
              additionalProperties: true,
              required: ["id", "productOffering", "product"],
              properties: { id: text, productOffering: tmfObject, product: tmfObject },
            },
          },
          orderTotalPrice: { type: "array", items: tmfObject },
          payment: { type: "array", items: tmfObject },
        },
      }),
      ProductOrderAttributeValueChangeEvent: event("ProductOrderAttributeValueChangeEvent", {
        type: "object",
        additionalProperties: true,
        required: ["id", "productOrderItem"],
        properties: {
          id: text,
          productOrderItem: { type: "array", minItems: 1, items: tmfObject },
        },
      }),
      ProductOrderStateChangeEvent: event("ProductOrderStateChangeEvent", {
        type: "object",
        additionalProperties: true,
        required: ["id", "state", "cancellationReason", "cancellationDate"],
        properties: {
          id: text,
          state: { const: "cancelled" },
          cancellationReason: text,
          cancellationDate: timestamp,
          deviceSent: { type: "boolean" },
        },
      }),
      StateReport: {
        type: "object",
        additionalProperties: true,
        required: ["eventId", "eventTime", "eventType", "event"],
        properties: {
          eventId: text,
          eventTime: timestamp,
          eventType: { const: "ProductOrderStateChangeEvent" },
          event: {
            type: "object",
            additionalProperties: true,
            required: ["productOrder"],
            properties: {
              productOrder: {
                type: "object",
                additionalProperties: true,
                required: ["id", "state"],
                properties: {
                  id: { ...text, description: "The order number" },
                  state: {
                    ...text,
                    description: "A state of TMF622: acknowledged, inProgress, held, completed, failed, cancelled, …",
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});
