import { createHash, type KeyObject } from "node:crypto";
import { canonical } from "#core/text/canonical.ts";
import { dayInZurich } from "#core/time/dates.ts";
import { totalsOf } from "#core/price/pricing.ts";
import { furthestStep } from "#core/steps/steps.ts";
import { toWire } from "#core/form/spelling.ts";
import type { Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { linesOnWire } from "#server/sale/checkout/answer.ts";
import { factsOf } from "#server/sale/checkout/checkout.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import type { NewCheckouts } from "#server/sale/steps/change-record.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { noteOpened, sessionWith } from "../queries.ts";
import { sessionOfLink } from "./link.ts";
import { validFields } from "./messages.ts";
import { readPrepared } from "./prepared.ts";
import { priceAgain } from "./session.ts";

const DEAD = fail("preparedLinkDead");

/**
 * POST /prepared-checkout: shows what a platform has prepared, and with `take` begins the person's own checkout with
 * it, once. The prepared form goes to the browser, as if typed there; the platform never learns the checkout's id, and
 * the steps check everything again. A browser whose answer was lost can repeat its request with the same `browser`.
 */
export function takeOver(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly catalogues: CatalogueStore;
  readonly checkouts: Pick<Checkouts, "load">;
  readonly newCheckouts: NewCheckouts;
  readonly agentKey: KeyObject;
}): Handler<"preparedCheckout"> {
  const { db, now, catalogues, checkouts, newCheckouts, agentKey } = services;
  const answerTo: Handler<"preparedCheckout"> = async (call) => {
    const { body, locale, ip } = call;
    const id = sessionOfLink(agentKey, body.secret, now());
    const session = id && (await sessionWith(db, id));
    if (!session) return DEAD;
    const by = createHash("sha256").update(body.browser).digest();
    const isOver = session.openedBy !== null || session.canceledAt !== null || session.expiresAt <= now();
    if (isOver && !session.openedBy?.equals(by)) return DEAD;
    const prepared = readPrepared(session.prepared);
    const { catalogue } = await catalogues.current();
    const priced = priceAgain(prepared, catalogue);
    if (!priced) return DEAD;
    const { host } = new URL(session.platform);
    const form = validFields({ ...prepared, quote: priced.quote, catalogue, today: dayInZurich(now()) });
    const shown = {
      platform: host,
      // What the person agrees to take over: the platform can change it, and the catalogue its price, in the meantime.
      version: createHash("sha256")
        .update(canonical([prepared.record, form, totalsOf(priced.quote)]))
        .digest("base64url"),
      form: toWire(form),
      record: prepared.record,
      ...linesOnWire(priced.quote, catalogue, locale, form.simType),
    };
    const before = session.checkoutId;
    // This browser has taken it over before, so its person only returns to the checkout.
    if (!before && (!body.take || body.version !== shown.version)) return ok({ ...shown, taken: null });
    const started = before
      ? ok({ id: before })
      : await newCheckouts.begin({
          record: prepared.record,
          locale,
          ip,
          ticket: body.ticket ?? null,
          source: `agent:${host}`,
        });
    if (!started.ok) {
      const { failure } = started;
      const isWait = failure.name === "queued" || failure.name === "noStock" || failure.name === "tooMany";
      return isWait ? { ok: false, failure } : DEAD;
    }
    let checkoutId = started.value.id;
    if (!before && !(await noteOpened(db, session, { by, at: now(), checkoutId }))) {
      const first = await sessionWith(db, session.id);
      // The platform changed it after this person had read it: the person is shown the change first.
      if (first?.openedBy === null) return answerTo({ ...call, body: { ...body, take: false } });
      if (!first?.checkoutId || !first.openedBy?.equals(by)) return DEAD;
      checkoutId = first.checkoutId;
    }
    const checkout = await checkouts.load(checkoutId);
    const page = checkout && furthestStep(factsOf(checkout, now()));
    return page ? ok({ ...shown, taken: { checkoutId, page } }) : DEAD;
  };
  return answerTo;
}
