import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { sendFailure } from "../http/failures.ts";
import { HUBS } from "./interfaces.ts";
import { addListener, listenersOf, removeListener } from "./queries.ts";

/** How many listeners a system can have. */
const MAX_LISTENERS = 20;

const Subscription = v.looseObject({
  callback: v.pipe(v.string(), v.maxLength(2000)),
  query: mayBeAbsent(v.pipe(v.string(), v.maxLength(200))),
});

type Needs = {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly listeners: readonly string[];
  readonly now: Clock;
};

/**
 * Registers the hub of each interface. The same subscription again is the same listener, so that a repeated call does
 * not double the events. A system sees only its own listeners. `listeners`: the origins at which they may be. Any other
 * address is refused, so that nobody who has a token can make the shop send orders somewhere else.
 */
export function registerHubs(app: FastifyInstance, needs: Needs): void {
  for (const name of Object.keys(HUBS) as readonly (keyof typeof HUBS)[]) registerHub(app, name, needs);
}

function registerHub(app: FastifyInstance, name: keyof typeof HUBS, { db, catalogues, listeners, now }: Needs): void {
  const { root, version, events } = HUBS[name];
  const path = `${root}/hub`;
  const shown = ({ id, callback, eventType }: { id: string; callback: string; eventType: string | null }) => ({
    ...(version === "v5" && { "@type": "Hub" }),
    id,
    callback,
    ...(eventType !== null && { query: `eventType=${eventType}` }),
  });
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
    const { version: told } = await catalogues.current();
    const listener = { interface: name, callback: url.href, eventType, version: told, now: now(), most: MAX_LISTENERS };
    const id = await addListener(db, request.integrator, listener);
    if (id === null)
      return refuse("tooManyListeners", `A system has at most ${MAX_LISTENERS} listeners; remove one first`);
    return reply
      .code(201)
      .header("location", `${path}/${id}`)
      .send(shown({ ...listener, id }));
  });
  const missing = (reply: FastifyReply) =>
    sendFailure(reply, { status: 404, code: "notFound", reason: "This system has no listener with this id" });
  app.get(path, async (request, reply) => {
    const all = await listenersOf(db, request.integrator, name);
    return reply.header("x-total-count", all.length).header("x-result-count", all.length).send(all.map(shown));
  });
  app.get(`${path}/:id`, async (request, reply) => {
    const { id } = request.params as { readonly id: string };
    const found = (await listenersOf(db, request.integrator, name)).find((each) => each.id === id);
    return found ? reply.send(shown(found)) : missing(reply);
  });
  app.delete(`${path}/:id`, async (request, reply) => {
    const { id } = request.params as { readonly id: string };
    return (await removeListener(db, request.integrator, name, id)) ? reply.code(204).send() : missing(reply);
  });
}

/** Returns the type of events that a query asks for; null for all, undefined if it is not supported. */
function eventTypeOf(query: string, events: readonly string[]): string | null | undefined {
  const asked = query.trim();
  if (asked === "") return null;
  const wanted = /^eventType=(\w+)$/.exec(asked)?.[1];
  return events.find((each) => each === wanted);
}
