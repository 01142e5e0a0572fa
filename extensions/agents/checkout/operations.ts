import { randomUUID, type KeyObject } from "node:crypto";
import { byCode, type Catalogue } from "#core/catalogue/catalogue.ts";
import { dayInZurich } from "#core/time/dates.ts";
import { localePrefix, type Locale } from "#core/text/locale.ts";
import type { Quote } from "#core/price/pricing.ts";
import type { Limits } from "#server/api/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { orderNumbersOf } from "#server/read-models/orders.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { availableStock } from "#server/shop/stock/queries.ts";
import { nothing, refused, success, type Answer, type Message } from "../answer.ts";
import { cancelSession, insertSession, isKeyKnown, replaceSession, sessionWith, type SessionRow } from "../queries.ts";
import type { AgentCaller } from "../request.ts";
import { shownCheckout, type Status } from "./answer.ts";
import { takeOverLink } from "./link.ts";
import { buyerMessages, fieldMessages } from "./messages.ts";
import { readPrepared, storedPrepared, type Prepared } from "./prepared.ts";
import { once } from "./idempotency.ts";
import type { CheckoutRequest } from "./request.ts";
import { priceAgain, readPurchase, wholeForm } from "./session.ts";

/** How long a session can be changed and taken over, in ms (`expires_at`; 6 hours are UCP's default). */
const SESSION_LIFE_MS = 6 * 3600_000;

/** The limits of new checkouts, and of checkouts for a person. */
export type AgentLimit = "agentCheckoutsPerPlatform" | "agentCheckoutsPerPerson";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly catalogues: CatalogueStore;
  readonly brand: Pick<Brand, "terms" | "gdpr">;
  readonly limits: Limits<AgentLimit>;
  readonly publicUrl: string;
  /** Signs the links with which people take over. */
  readonly key: KeyObject;
};
type Call<Body = unknown> = {
  readonly caller: AgentCaller;
  readonly id: string;
  readonly key: string | null;
  readonly body: Body;
  /** The body as it was sent. */
  readonly raw: Buffer;
};
type Ordered = { readonly number: string };
/** What a session is about: what was prepared, its price, and what is wrong with the request just read. */
type Purchase = { readonly prepared: Prepared; readonly quote: Quote; readonly messages: readonly Message[] };

/** The operations on checkouts (checkout, "Operations"), the same for every transport. */
export type AgentCheckouts = ReturnType<typeof createAgentCheckouts>;

export function createAgentCheckouts(needs: Needs) {
  const { db, now, catalogues, brand, limits, publicUrl, key } = needs;
  const home = ({ locale }: AgentCaller) => `${publicUrl}${localePrefix(locale)}/`;
  const unknown = (caller: AgentCaller) =>
    nothing("not_found", serverText(caller.locale, "agents.unknown"), home(caller));
  const unavailable = (caller: AgentCaller) =>
    nothing("item_unavailable", serverText(caller.locale, "agents.unavailable"), home(caller));

  /** Returns the session of this platform; those of others do not exist for it. */
  async function ownSession(handle: Handle, { profileUrl }: AgentCaller, id: string, lock = false) {
    const session = await sessionWith(handle, id, { lock });
    return session?.platform === profileUrl ? session : null;
  }

  /** `order`: the one that the person placed; null if there is none yet. */
  async function show(
    handle: Handle,
    session: SessionRow,
    purchase: Purchase,
    catalogue: Catalogue,
    order: Ordered | null,
    hasTelecom: boolean,
  ) {
    const { prepared, quote } = purchase;
    const { id, locale, expiresAt } = session;
    const checked = {
      form: wholeForm(prepared.form, dayInZurich(now())),
      quote,
      record: prepared.record,
      catalogue,
      today: dayInZurich(now()),
      locale,
    };
    const wrong = [
      ...purchase.messages,
      ...(await soldOut(handle, prepared.record.mobile, catalogue, locale)),
      ...fieldMessages(checked).filter(({ path }) => hasTelecom || !path?.startsWith("$.telecom")),
    ];
    const status = statusOf(session, order, wrong, now());
    const isOpen = status === "incomplete" || status === "requires_escalation";
    const buyer = buyerMessages(checked);
    const withBuyer: Message = {
      type: "error",
      code: "with_buyer",
      content: serverText(locale, "agents.withBuyer"),
      severity: "requires_buyer_input",
    };
    const open = status === "incomplete" ? [...wrong, ...buyer.map(asInfo)] : [...wrong, ...buyer];
    return shownCheckout({
      id,
      prepared,
      quote,
      catalogue,
      brand,
      publicUrl,
      hasTelecom,
      locale,
      status,
      messages: !isOpen ? [] : session.openedAt ? [withBuyer] : open,
      expiresAt,
      continueUrl: !isOpen
        ? null
        : session.openedAt
          ? `${publicUrl}${localePrefix(locale)}/checkout/1`
          : linkTo(id, locale),
      order: order ? { id: order.number, permalink_url: `${publicUrl}${localePrefix(locale)}/account` } : null,
    });
  }

  /** Returns the warning that a device is sold out now. */
  async function soldOut(
    handle: Handle,
    code: string | undefined,
    catalogue: Catalogue,
    locale: Locale,
  ): Promise<readonly Message[]> {
    const device = byCode(catalogue.devices, code);
    if (!device || device.stock === null) return [];
    if (((await availableStock(handle, now())).get(device.code) ?? 0) > 0) return [];
    const content = serverText(locale, "order.noStock");
    return [{ type: "error", code: "out_of_stock", path: "$.line_items[0]", content, severity: "recoverable" }];
  }

  async function showAgain(
    handle: Handle,
    session: SessionRow,
    catalogue: Catalogue,
    caller: AgentCaller,
  ): Promise<Answer> {
    const prepared = readPrepared(session.prepared);
    const priced = priceAgain(prepared, catalogue);
    if (!priced) return unavailable(caller);
    const purchase = { prepared, quote: priced.quote, messages: [] };
    return success(await show(handle, session, purchase, catalogue, await orderOf(handle, session), caller.hasTelecom));
  }

  /** Returns the order of the person's checkout. Only sessions that were taken over can have one. */
  async function orderOf(handle: Handle, { checkoutId }: SessionRow): Promise<Ordered | null> {
    const number = checkoutId && (await orderNumbersOf(handle, [checkoutId])).get(checkoutId);
    return number ? { number } : null;
  }

  const linkTo = (id: string, locale: Locale) => takeOverLink(key, { id, now: now(), publicUrl, locale });
  const withLink = (locale: Locale) => (kept: Readonly<Record<string, unknown>>) =>
    kept["status"] === "canceled" ? kept : { ...kept, continue_url: linkTo(String(kept["id"]), locale) };

  /** Runs a change of a session that is still the platform's, once for each key. */
  async function changed<Body>(
    operation: string,
    call: Call<Body>,
    change: (tx: Handle, session: SessionRow, catalogue: Catalogue) => Promise<Answer>,
    evenWithBuyer = false,
  ): Promise<Answer> {
    const { caller, key: requestKey, raw, id } = call;
    const { catalogue } = await catalogues.current();
    if (!(await ownSession(db, caller, id))) return unknown(caller);
    const request = {
      platform: caller.profileUrl,
      key: requestKey,
      operation: `${operation} ${id}`,
      body: raw,
      at: now(),
    };
    const run = async (tx: Handle) => {
      const session = await ownSession(tx, caller, id, true);
      if (!session) return unknown(caller);
      if (await orderOf(tx, session))
        return refused(409, "checkout_completed", "The order was placed; a completed checkout cannot change");
      if (session.openedAt && !evenWithBuyer)
        return refused(409, "checkout_with_buyer", serverText(caller.locale, "agents.withBuyer"));
      if (session.canceledAt || session.expiresAt <= now())
        return refused(409, "checkout_canceled", "The checkout was cancelled or has expired; create another one");
      return change(tx, session, catalogue);
    };
    return once(db, request, run, withLink(caller.locale));
  }

  async function count(counted: Parameters<typeof limits.take>[0], ip: string): Promise<Answer | null> {
    const allowed = await limits.take(counted, ip);
    return allowed.ok ? null : refused(429, "too_many_requests", "Too many checkouts", allowed.failure.retryAfter);
  }

  return {
    async create({ caller, key: requestKey, body, raw }: Omit<Call<CheckoutRequest>, "id">): Promise<Answer> {
      const { profileUrl: platform, locale, webhookUrl } = caller;
      // A repeated request costs nothing, so that a platform whose answer was lost gets it.
      const isKnown = requestKey !== null && (await isKeyKnown(db, { platform, key: requestKey }));
      const tooMany = isKnown
        ? null
        : await count({ agentCheckoutsPerPlatform: platform, ...perPerson(platform, body) }, caller.ip);
      if (tooMany) return tooMany;
      const { catalogue } = await catalogues.current();
      const run = async (tx: Handle) => {
        const read = readPurchase(body, catalogue, locale);
        if (!read) return unavailable(caller);
        const createdAt = now();
        const session = {
          ...NEW_SESSION,
          id: randomUUID(),
          platform,
          locale,
          prepared: storedPrepared({ ...read.prepared, capabilities: caller.capabilities }),
          createdAt,
          expiresAt: new Date(createdAt.getTime() + SESSION_LIFE_MS),
        };
        await insertSession(tx, { ...session, webhookUrl });
        return success(await show(tx, session, read, catalogue, null, caller.hasTelecom), 201);
      };
      return once(db, { platform, key: requestKey, operation: "create", body: raw, at: now() }, run, withLink(locale));
    },

    async get({ caller, id }: Pick<Call, "caller" | "id">): Promise<Answer> {
      const { catalogue } = await catalogues.current();
      const session = await ownSession(db, caller, id);
      return session ? showAgain(db, session, catalogue, caller) : unknown(caller);
    },

    async update(call: Call<CheckoutRequest>): Promise<Answer> {
      const { caller, body, id } = call;
      const email = emailIn(body);
      // A checkout counts for a person once, however often it is updated.
      const known = email === null ? null : await ownSession(db, caller, id);
      const isNew = known && readPrepared(known.prepared).form.email?.trim().toLowerCase() !== email;
      const tooMany = isNew ? await count(perPerson(caller.profileUrl, body), caller.ip) : null;
      if (tooMany) return tooMany;
      return changed("update", call, async (tx, session, catalogue) => {
        const { locale, capabilities } = call.caller;
        const read = readPurchase(call.body, catalogue, locale);
        if (!read) return unavailable(call.caller);
        const prepared = storedPrepared({ ...read.prepared, capabilities });
        await replaceSession(tx, session.id, { locale, prepared });
        return success(await show(tx, { ...session, locale }, read, catalogue, null, call.caller.hasTelecom));
      });
    },

    /** No platform can order: the answer says what the person still does, and where. */
    complete: (call: Call) =>
      changed("complete", call, (tx, session, catalogue) => showAgain(tx, session, catalogue, call.caller)),

    /** Ends the session. A person who has taken it over keeps their own checkout. */
    cancel: (call: Call) =>
      changed(
        "cancel",
        call,
        async (tx, session, catalogue) => {
          const canceledAt = now();
          await cancelSession(tx, session.id, canceledAt);
          return showAgain(tx, { ...session, canceledAt }, catalogue, call.caller);
        },
        true,
      ),
  };
}

/** Returns the e-mail address of the person whom a request names; null if it names nobody. */
const emailIn = ({ buyer }: CheckoutRequest): string | null => buyer?.email?.trim().toLowerCase() || null;

/**
 * Returns what counts a checkout for the person whom it names, so that no one is flooded. Each platform is counted on
 * its own: it neither locks a person out of others nor learns that another one prepares for that person.
 */
function perPerson(platform: string, body: CheckoutRequest): { readonly agentCheckoutsPerPerson?: string } {
  const email = emailIn(body);
  return email === null ? {} : { agentCheckoutsPerPerson: `${platform} ${email}` };
}

const NEW_SESSION = { openedBy: null, openedAt: null, checkoutId: null, canceledAt: null };

const asInfo = (message: Message): Message =>
  message.type === "error" ? { type: "info", code: message.code, content: message.content } : message;

function statusOf(
  { canceledAt, openedAt, expiresAt }: SessionRow,
  order: { readonly number: string } | null,
  wrong: readonly Message[],
  now: Date,
): Status {
  if (order) return "completed";
  if (canceledAt) return "canceled";
  if (openedAt) return "requires_escalation";
  if (expiresAt <= now) return "canceled";
  return wrong.some(({ type }) => type === "error") ? "incomplete" : "requires_escalation";
}
