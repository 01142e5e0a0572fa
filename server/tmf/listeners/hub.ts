import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import type { Database } from "#server/platform/database/database.ts";
import { sendFailure } from "../http/failures.ts";
import { ordersPath } from "../orders/product-orders.ts";
import { addListener, countListeners, removeListener } from "./queries.ts";

/** The events that listeners can be told of. */
const EVENT_TYPES = ["ProductOrderCreateEvent", "ProductOrderStateChangeEvent"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** How many listeners a system can have. */
const MAX_LISTENERS = 20;

const Subscription = v.looseObject({
  callback: v.pipe(v.string(), v.maxLength(2000)),
  query: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
});

/**
 * Registers TMF622's hub. `origins`: where listeners may be. Any other address is refused, so that nobody who has a
 * token can make the shop send orders somewhere else.
 */
export function registerHub(app: FastifyInstance, db: Database, origins: readonly string[]): void {
  const path = `${ordersPath("v4")}/hub`;
  app.post(path, async (request, reply) => {
    const read = v.safeParse(Subscription, request.body);
    const refuse = (code: string, reason: string, message?: string) =>
      sendFailure(reply, { status: 400, code, reason, ...(message !== undefined && { message }) });
    if (!read.success) return refuse("invalidSubscription", "`callback` is an address, and `query` a text or absent");
    const { callback, query } = read.output;
    const url = URL.parse(callback);
    if (!url || url.username !== "" || url.hash !== "" || !origins.includes(url.origin))
      return refuse(
        "callbackNotPermitted",
        "Listeners cannot be at this address",
        "TMF_LISTENERS lists where they can be",
      );
    const eventType = eventTypeOf(query ?? "");
    if (eventType === undefined)
      return refuse("queryNotSupported", "`query` can be `eventType=` and one of the types", EVENT_TYPES.join(", "));
    if ((await countListeners(db, request.integrator)) >= MAX_LISTENERS)
      return refuse("tooManyListeners", `A system has at most ${MAX_LISTENERS} listeners; remove one first`);
    const id = await addListener(db, request.integrator, { callback: url.href, eventType });
    return reply
      .code(201)
      .header("location", `${path}/${id}`)
      .send({ id, callback: url.href, ...(query && { query }) });
  });
  app.delete(`${path}/:id`, async (request, reply) => {
    const { id } = request.params as { readonly id: string };
    if (await removeListener(db, request.integrator, id)) return reply.code(204).send();
    return sendFailure(reply, { status: 404, code: "notFound", reason: "This system has no listener with this id" });
  });
}

/** Returns the type of events that a query asks for; null for all, undefined if it is not supported. */
function eventTypeOf(query: string): EventType | null | undefined {
  if (query === "") return null;
  const wanted = /^eventType=(\w+)$/.exec(query)?.[1];
  return EVENT_TYPES.find((each) => each === wanted);
}
