import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { SentEvents } from "#contract/desk/waiting-answers.ts";
import { permitsOf, type DeskPermit, type DeskRole } from "#core/desk/roles.ts";
import { WAITING, WAITING_KINDS, type WaitingKind } from "#core/desk/waiting-kinds.ts";
import { countWaiting, type WaitingCount } from "#server/reports/waiting.ts";
import { FIGURES_VERSION } from "#server/reports/figures.ts";
import { LIST_VERSION } from "#server/reports/orders.ts";
import type { DeskServices } from "#server/desk/services.ts";

/** The state that events are made from, read in one go. */
export type FeedState = {
  readonly waiting: Readonly<Record<WaitingKind, WaitingCount>>;
  readonly orders: string;
  readonly board: string;
};

const digest = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 12);

/** Reads the state for everybody's events, by indexes alone. */
export async function readState({ db, now, config }: Pick<DeskServices, "db" | "now" | "config">): Promise<FeedState> {
  const waiting = await countWaiting(db, { now: now(), config });
  const { rows } = await sql<{ orders: string; board: string | null }>`
    select ${LIST_VERSION} as orders, ${FIGURES_VERSION} as board`.execute(db);
  // The list also changes when an order is paid or fails.
  const orders = digest(JSON.stringify([rows[0]?.orders, WAITING_KINDS.map((kind) => waiting[kind].count)]));
  return { waiting, orders, board: digest(rows[0]?.board ?? "") };
}

/** The events that a person with these roles gets, in their order. */
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

/** What a browser has received: a digest of each event, taken from its last id. */
export type Heard = readonly string[];

export const heardOf = (lastEventId: string | null): Heard => lastEventId?.split(".") ?? [];

/** The events that are new to somebody, as text, and what has been received with them. */
export function newsFor(
  state: FeedState,
  roles: readonly DeskRole[],
  heard: Heard,
): { readonly text: string; readonly heard: Heard } {
  const permits = permitsOf(roles);
  const said = Object.entries(EVENTS).map(([name, dataFor]) => {
    const data = JSON.stringify(dataFor(state, permits));
    return { name, data, digest: data === "null" ? "" : digest(data) };
  });
  const after = said.map((each) => each.digest);
  const isNew = ({ digest: own }: (typeof said)[number], index: number) => own !== "" && own !== heard[index];
  const texts = said.filter(isNew).map(({ name, data }) => eventText(name, data, after.join(".")));
  return { text: texts.join(""), heard: after };
}

/** An event as it is sent (HTML, 9.2.6). */
export const eventText = (event: string, data: string, id: string | null): string =>
  `${id === null ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
