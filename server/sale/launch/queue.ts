import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import { admissionsOf, maxCreditMs, secondsBehind } from "#core/launch/admissions.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { fail, type Failed } from "#server/api/result.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { deriveKey } from "#server/platform/encryption/keys.ts";
import { clientNetwork } from "#server/platform/security/security-log.ts";
import { repeat, type Repeating } from "#server/platform/repeat.ts";
import { whoIsInside } from "#server/read-models/launch.ts";
import {
  addInside,
  admitPlaces,
  busyProducts,
  claimPlace,
  countUnasked,
  lockQueue,
  takePlace,
  usePlace,
  type QueueState,
} from "./queries.ts";
import { placeOf, writeTicket } from "./ticket.ts";

/** A shopper who began without a queue; `begun` is null until the checkout exists. */
type Calm = { begun: { readonly checkoutId: string; readonly network: Buffer } | null; readonly at: Date };
/** A place that may begin a checkout; without a crowd, there are no places. */
type Admitted = { readonly ok: true } & (
  | {
      readonly place: number;
      readonly product: string;
      /** A checkout was begun at this place before. */ readonly isUsed: boolean;
    }
  | { readonly place: null; readonly calm: Calm | null }
);

type Entered = Admitted | Failed<"queued" | "noStock">;

/**
 * Decides whether a purchase may begin. Without a crowd it always may. Otherwise shoppers get places and enter in their
 * order (ADR 61).
 */
export type LaunchQueue = {
  /** Lets a new shopper in, or to the end of the queue for a record's product. */
  join(record: CheckoutRecord): Promise<Entered>;
  /** The same for the shopper of a ticket. Null if it is not a ticket for this product, or has lapsed. */
  resume(record: CheckoutRecord, ticket: string): Promise<Entered | null>;
  /** Records the checkout that was begun at a place, from this address. */
  began(admitted: Admitted, checkoutId: string, ip: string): Promise<void>;
  stop(): Promise<void>;
};

/** What this process knows about a queue, at most `everyMs` old. */
type Known = QueueState & {
  /** Admissions a minute. */
  readonly pace: number;
  /** Pieces on hand, and those that nobody inside may still buy; null if they are not counted. */
  readonly onHand: number | null;
  readonly free: number | null;
};
/** `isEmpty`: the queue was empty and has admitted the place at once. */
type Found = { readonly place: number; readonly known: Known; readonly isEmpty?: boolean };
/** A product that shoppers of this process buy. */
type Hot = {
  readonly product: string;
  readonly article: string | null;
  /** When the next purchase may begin without asking the database, in ms. */
  calmFrom: number;
  /** Those who began lately without a queue. If a crowd comes, they count as inside. */
  calmly: Calm[];
  /** How many of them the other processes do not know of yet. */
  uncounted: number;
  known: Known | null;
  reading: Promise<Known | null> | null;
  /** When this process last saw a crowd, in ms. */
  crowdedAt: number;
};

/**
 * A process asks the shared queue once its own shoppers alone begin this share of the allowed purchases, or once those
 * of all processes begin more than is allowed.
 */
const CALM_SHARE = 0.25;
/** How often a ticket begins a checkout: again if the first answer was lost. */
const MAX_USES = 3;
/** With no more free pieces than this, nobody enters at once. */
const LAST_PIECES = 50;
/** How many shoppers who began without a queue are remembered for each product. */
const MAX_CALMLY = 1000;
/** A checkout that does not exist after this time, in ms, could not be begun. */
const BEGINNING_MS = 30_000;
/** How long a queue stays after the crowd, in ms. */
const WATCHED_MS = 60_000;
/** How often a waiting browser asks, in seconds: a third of its wait, within these bounds. */
const ASK = { least: 2, most: 20, forPiece: 8 } as const;

/** For a shop without a limit, and for sales that no shopper makes. */
export const NO_QUEUE: LaunchQueue = {
  join: async () => ({ ok: true, place: null, calm: null }),
  resume: async () => null,
  began: async () => undefined,
  stop: async () => undefined,
};

/** Creates the queues of one process. The places are in the database, so that all processes share them. */
export function createLaunchQueue(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Pick<Logger, "warn">;
  /** The key that signs tickets. */
  readonly key: Buffer;
  /** How many purchases of one product may begin a minute; 0 for no limit. */
  readonly perMinute: number;
  /** How often queues move on, in ms. */
  readonly everyMs: number;
}): LaunchQueue {
  const { db, now, log, perMinute, everyMs } = needs;
  if (perMinute === 0) return NO_QUEUE;
  const key = deriveKey(needs.key, "launch");
  const hashNetwork = (ip: string) =>
    createHmac("sha256", key)
      .update(`network ${clientNetwork(ip)}`)
      .digest();
  const intervalMs = 60_000 / perMinute;
  const creditMs = maxCreditMs(perMinute);
  const calmMs = intervalMs / CALM_SHARE;
  const hot = new Map<string, Hot>();
  /** The products that are busy at any process, at most `everyMs` ago. */
  let busy: ReadonlySet<string> = new Set();
  let sharing: Promise<void> | null = null;
  let watching: Repeating | null = null;

  function hotOf(record: CheckoutRecord): Hot {
    const product = productOf(record);
    const known = hot.get(product);
    if (known) return known;
    const article = record.mobile ?? null;
    const nobody = { calmFrom: 0, calmly: [], uncounted: 0, crowdedAt: 0 };
    const fresh: Hot = { product, article, ...nobody, known: null, reading: null };
    hot.set(product, fresh);
    return fresh;
  }

  /** Tells the other processes who began here, and learns from them which products are busy. */
  async function share(): Promise<void> {
    for (const product of hot.values()) {
      const count = product.uncounted;
      if (count === 0) continue;
      await countUnasked(db, product.product, { count, now: now(), intervalMs, creditMs });
      product.uncounted -= count;
    }
    busy = new Set(await busyProducts(db, now()));
  }

  /** Whether a shopper may begin without a place, because no process sees a crowd. */
  function isCalm(product: Hot): boolean {
    const time = now().getTime();
    const next = Math.max(product.calmFrom, time - Math.max(creditMs, calmMs)) + calmMs;
    if (next > time || busy.has(product.product)) {
      product.crowdedAt = time;
      return false;
    }
    product.calmFrom = next;
    // As long as there is a queue, its pieces are only given out in its order.
    const { known } = product;
    return known === null || (known.free === null && known.lastPlace === known.admitted);
  }

  function noteCalm(product: Hot): Calm {
    const calm: Calm = { begun: null, at: now() };
    if (product.calmly.push(calm) > MAX_CALMLY) product.calmly.shift();
    return calm;
  }

  /** Moves a queue on, and returns its state; null if nobody has queued for this product yet. */
  function moveOn(product: Hot): Promise<Known | null> {
    product.reading ??= admit(product).finally(() => (product.reading = null));
    return product.reading;
  }

  async function admit(product: Hot): Promise<Known | null> {
    const time = now();
    const known = await db.transaction().execute(async (tx): Promise<Known | null> => {
      const queue = await lockQueue(tx, product.product);
      if (!queue) return null;
      const entering = await countCalm(tx, product, time);
      const { lastPlace, admitted, creditSince } = queue;
      const inside = await whoIsInside(tx, product.product, product.article, time);
      const { onHand, available, buying, over, admittedLately, cameLately } = inside;
      const free = available === null ? null : Math.max(0, available - buying - entering);
      const present = admittedLately === 0 ? 1 : cameLately / admittedLately;
      const unusedMs = time.getTime() - creditSince.getTime();
      const admissions = admissionsOf({ waiting: lastPlace - admitted, creditMs: unusedMs, perMinute, present, free });
      // Sold out: the queue ends, and everybody in it is told.
      const to = onHand === 0 ? lastPlace : admitted + admissions.count;
      const since = new Date(time.getTime() - admissions.creditMs);
      const from = onHand === 0 ? lastPlace : admitted;
      await admitPlaces(tx, product.product, { from, to, over, creditSince: since, now: time });
      return { lastPlace, admitted: to, pace: admissions.pace, onHand, free };
    });
    product.known = known;
    return known;
  }

  /** Counts those as inside who began before the queue. Returns how many of them have no checkout yet. */
  async function countCalm(tx: Handle, product: Hot, time: Date): Promise<number> {
    const began = product.calmly.flatMap(({ begun, at }) => (begun === null ? [] : [{ ...begun, at }]));
    product.calmly = product.calmly.filter(
      ({ begun, at }) => begun === null && time.getTime() - at.getTime() < BEGINNING_MS,
    );
    if (began.length > 0) await addInside(tx, product.product, began);
    return product.calmly.length;
  }

  async function moveAllOn(): Promise<null> {
    await share();
    for (const product of hot.values()) {
      if (product.known === null) continue;
      const known = await moveOn(product);
      const isOver = known === null || known.lastPlace === known.admitted;
      if (isOver && now().getTime() - product.crowdedAt > WATCHED_MS) product.known = null;
    }
    return null;
  }

  /** Resolves once this process knows the queues of the others. From then on, it follows them. */
  function watch(): Promise<void> {
    watching ??= repeat(moveAllOn, { everyMs, pausesFirst: true, failed: "launch queues did not move on", log });
    sharing ??= share().catch((error: unknown) => {
      sharing = null;
      throw error;
    });
    return sharing;
  }

  /** Returns a place with its queue, or null if the queue was removed since it gave out the place. */
  async function find(product: Hot, place: number): Promise<Found | null> {
    // Another process has given out a place that this one does not know yet.
    const known = product.known && place <= product.known.lastPlace ? product.known : await moveOn(product);
    return known && place <= known.lastPlace ? { place, known } : null;
  }

  async function givePlace(product: Hot): Promise<Found> {
    // The last pieces are only given out by `admit`, which knows exactly who else may buy one.
    const free = product.known ? (product.known.free ?? Infinity) : product.article === null ? Infinity : 0;
    const open = free > LAST_PIECES;
    const state = await takePlace(db, product.product, { now: now(), intervalMs, creditMs, open });
    // The first answer can be from before this place was given out.
    const known = product.known ?? (await moveOn(product)) ?? (await moveOn(product));
    if (known === null) throw new Error(`The queue of ${product.product} was removed while a shopper entered it`);
    product.known = {
      ...known,
      lastPlace: Math.max(known.lastPlace, state.lastPlace),
      admitted: Math.max(known.admitted, state.admitted),
    };
    return { place: state.lastPlace, known: product.known, isEmpty: open && state.admitted === state.lastPlace };
  }

  /** Answers the shopper of a place; null if the place may not be used any more. */
  async function answer({ product }: Hot, { place, known }: Found): Promise<Entered | null> {
    if (known.onHand === 0) return fail("noStock");
    if (place <= known.admitted) {
      const uses = await claimPlace(db, { product, place, maxUses: MAX_USES });
      return uses === null ? null : { ok: true, product, place, isUsed: uses > 1 };
    }
    const before = place - known.admitted - 1;
    const seconds = known.free === 0 ? null : secondsBehind(before, known.pace);
    const retryAfter =
      seconds === null ? ASK.forPiece : Math.min(ASK.most, Math.max(ASK.least, Math.ceil(seconds / 3)));
    return fail("queued", {
      ticket: writeTicket(key, { product, place }),
      before,
      seconds,
      pieces: known.onHand,
      retryAfter,
    });
  }

  return {
    async join(record) {
      await watch();
      const product = hotOf(record);
      const calm = (): Admitted => ({ ok: true, place: null, calm: noteCalm(product) });
      if (isCalm(product)) {
        product.uncounted += 1;
        return calm();
      }
      const queue = product.known ?? (await moveOn(product));
      if (queue?.onHand === 0) return fail("noStock");
      const found = await givePlace(product);
      return found.isEmpty ? calm() : ((await answer(product, found)) ?? calm());
    },

    async resume(record, ticket) {
      const product = hotOf(record);
      const place = placeOf(key, ticket, product.product);
      if (place === null) return null;
      await watch();
      const found = await find(product, place);
      return found && answer(product, found);
    },

    async began(admitted, checkoutId, ip) {
      const network = hashNetwork(ip);
      if (admitted.place !== null) return usePlace(db, { ...admitted, checkoutId, network });
      if (admitted.calm) admitted.calm.begun = { checkoutId, network };
    },

    async stop() {
      await watching?.stop();
    },
  };
}

/** Returns what a record's shoppers queue for: its device, else its tariff. */
function productOf({ mobile, tariff, tv_tariff: tvTariff }: CheckoutRecord): string {
  if (mobile) return `device/${mobile}`;
  return tariff ? `mobile/${tariff}` : `tv/${tvTariff ?? ""}`;
}
