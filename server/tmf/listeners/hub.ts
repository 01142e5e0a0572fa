import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { sendFailure } from "../http/failures.ts";
import { HUBS } from "./interfaces.ts";
import { addListener, countListeners, removeListener } from "./queries.ts";

/** How many listeners a system can have. */
const MAX_LISTENERS = 20;

const Subscription = v.looseObject({
  callback: v.pipe(v.string(), v.maxLength(2000)),
  query: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
});

type Needs = {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly listeners: readonly string[];
  readonly now: Clock;
};

/**
 * Registers the hub of each interface. `listeners`: the origins at which they may be. Any other address is refused, so
 * that nobody who has a token can make the shop send orders somewhere else.
 */
export function registerHubs(app: FastifyInstance, needs: Needs): void {
  for (const name of Object.keys(HUBS) as readonly (keyof typeof HUBS)[]) registerHub(app, name, needs);
}

function registerHub(app: FastifyInstance, name: keyof typeof HUBS, { db, catalogues, listeners, now }: Needs): void {
  const { root, version, events } = HUBS[name];
  const path = `${root}/hub`;
  app.post(path, async (request, reply) => {
    const read = v.safeParse(Subscription, request.body);
    const refuse = (code: string, reason: string, message?: string) =>
      sendFailure(reply, { status: 400, code, reason, ...(message !== undefined && { message }) });
    if (!read.success) return refuse("invalidSubscription", "`callback` is an address, and `query` a text or absent");
    const { callback, query } = read.output;
    const url = URL.parse(callback);
    if (!url || url.username !== "" || url.hash !== "" || !listeners.includes(url.origin))
      return refuse(
        "callbackNotPermitted",
        "Listeners cannot be at this address",
        "TMF_LISTENERS lists where they can be",
      );
    const eventType = eventTypeOf(query ?? "", events);
    if (eventType === undefined)
      return refuse("queryNotSupported", "`query` can be `eventType=` and one of the types", events.join(", "));
    if ((await countListeners(db, request.integrator)) >= MAX_LISTENERS)
      return refuse("tooManyListeners", `A system has at most ${MAX_LISTENERS} listeners; remove one first`);
    const { version: told } = await catalogues.current();
    const listener = { interface: name, callback: url.href, eventType, version: told, now: now() };
    const id = await addListener(db, request.integrator, listener);
    return reply
      .code(201)
      .header("location", `${path}/${id}`)
      .send({ ...(version === "v5" && { "@type": "Hub" }), id, callback: url.href, ...(query && { query }) });
  });
  app.delete(`${path}/:id`, async (request, reply) => {
    const { id } = request.params as { readonly id: string };
    if (await removeListener(db, request.integrator, name, id)) return reply.code(204).send();
    return sendFailure(reply, { status: 404, code: "notFound", reason: "This system has no listener with this id" });
  });
}

/** Returns the type of events that a query asks for; null for all, undefined if it is not supported. */
function eventTypeOf(query: string, events: readonly string[]): string | null | undefined {
  if (query === "") return null;
  const wanted = /^eventType=(\w+)$/.exec(query)?.[1];
  return events.find((each) => each === wanted);
}
