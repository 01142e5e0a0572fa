import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { SentEvents } from "#contract/desk/waiting-answers.ts";
import { permitsOf, type DeskPermit, type DeskRole } from "#core/desk/roles.ts";
import { WAITING, WAITING_KINDS, type WaitingKind } from "#core/desk/waiting-kinds.ts";
import { countWaiting, type WaitingCount } from "#server/read-models/waiting.ts";
import { FIGURES_VERSION } from "#server/read-models/figures.ts";
import { LIST_VERSION } from "#server/read-models/orders.ts";
import type { DeskServices } from "#server/desk/services.ts";

/** The state from which events are derived, all read at the same time. */
export type FeedState = {
  readonly waiting: Readonly<Record<WaitingKind, WaitingCount>>;
  readonly orders: string;
  readonly board: string;
};

const digest = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 12);

/**
 * Reads the state for the events of all browsers. Every query uses an index. The reads are those of board and list, so
 * an event never announces what they do not show yet.
 */
export async function readState({
  reads,
  now,
  config,
}: Pick<DeskServices, "reads" | "now" | "config">): Promise<FeedState> {
  const { waiting, versions } = await reads.read(async (db) => {
    const { rows } = await sql<{ orders: string; board: string | null }>`
      select ${LIST_VERSION} as orders, ${FIGURES_VERSION} as board`.execute(db);
    return { waiting: await countWaiting(db, { now: now(), config }), versions: rows[0] };
  });
  // The counts are included, because the list also changes when an order is paid or fails.
  const orders = digest(JSON.stringify([versions?.orders, WAITING_KINDS.map((kind) => waiting[kind].count)]));
  return { waiting, orders, board: digest(versions?.board ?? "") };
}

/** How each event is derived from the state for a person with these roles, in the order of sending. */
const EVENTS: {
  readonly [Name in Exclude<keyof SentEvents, "end">]: (
    state: FeedState,
    permits: readonly DeskPermit[],
  ) => SentEvents[Name] | null;
} = {
  waiting({ waiting }, permits) {
    const kinds = WAITING_KINDS.filter((kind) => permits.includes(WAITING[kind].permit));
    return kinds.length === 0 ? null : Object.fromEntries(kinds.map((kind) => [kind, waiting[kind].count]));
  },
  orders: ({ orders }, permits) => (permits.includes("seeOrders") ? { version: orders } : null),
  board: ({ board }, permits) => (permits.includes("seeBoard") ? { version: board } : null),
};

/** What a browser has received: a digest of each event, which the browser sends back as the id of its last event. */
export type Received = readonly string[];

export const receivedOf = (lastEventId: string | null): Received => lastEventId?.split(".") ?? [];

/** Returns the events that a browser has not received yet, as text, and the digests afterwards. */
export function newEvents(
  state: FeedState,
  roles: readonly DeskRole[],
  received: Received,
): { readonly text: string; readonly received: Received } {
  const permits = permitsOf(roles);
  const current = Object.entries(EVENTS).map(([name, dataFor]) => {
    const data = JSON.stringify(dataFor(state, permits));
    return { name, data, digest: data === "null" ? "" : digest(data) };
  });
  const after = current.map((each) => each.digest);
  const isNew = ({ digest: own }: (typeof current)[number], index: number) => own !== "" && own !== received[index];
  const texts = current.filter(isNew).map(({ name, data }) => eventText(name, data, after.join(".")));
  return { text: texts.join(""), received: after };
}

/** Returns an event in the format of server-sent events (HTML, 9.2.6). */
export const eventText = (event: string, data: string, id: string | null): string =>
  `${id === null ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
