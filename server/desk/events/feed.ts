import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { SentEvents } from "#contract/desk/waiting-answers.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import { issuerOf } from "#server/operator/desk-people/issuer.ts";
import { activeSessions, SESSION_COOKIE } from "#server/operator/desk-people/sessions.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { eventText, receivedOf, newEvents, readState, type FeedState, type Received } from "./state.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";

/** Maximum number of streams per person, and in total. */
const MAX_STREAMS = { ofPerson: 6, ofAll: 200 } as const;
/** How long sending the last event may take, in ms. */
const LAST_EVENT_MS = 1000;

type Who = { readonly person: DeskPerson; readonly token: string; readonly lastEventId: string | null };

export type Feed = {
  /** Opens a stream of events for a person, which ends with the login of the token; null if there are too many. */
  open(who: Who): Readable | null;
  /** Ends all streams. */
  stop(): Promise<void>;
};

type Listener = {
  readonly person: DeskPerson;
  readonly token: string;
  readonly stream: Readable;
  received: Received;
  /** When the last event was sent to it, and when its login was last checked successfully, in ms. */
  sentAt: number;
  seenAt: number;
  /**
   * False while the buffer is full. Once it has room again, the stream gets the latest state, not every state in
   * between.
   */
  isReady: boolean;
};

/**
 * Creates the event streams for all browsers of this process. One query serves all of them, and none runs if nobody
 * listens.
 */
export function createFeed(services: Pick<DeskServices, "db" | "reads" | "now" | "config" | "log" | "periods">): Feed {
  const { db, now, log, periods } = services;
  const listeners = new Set<Listener>();
  let state: FeedState | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isUpdating = false;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const send = (listener: Listener, text: string) => {
    listener.sentAt = performance.now();
    listener.isReady = listener.stream.push(text);
  };
  const end = (listener: Listener, why: SentEvents["end"]["why"]) => {
    listeners.delete(listener);
    listener.stream.push(eventText("end", JSON.stringify({ why }), null));
    listener.stream.push(null);
  };
  const tell = (listener: Listener) => {
    if (!state || !listener.isReady) return;
    const { text, received } = newEvents(state, listener.person.roles, listener.received);
    listener.received = received;
    if (text !== "") send(listener, text);
    else if (performance.now() - listener.sentAt >= periods.deskQuiet) send(listener, ":\n\n");
  };
  const readAll = async () => {
    const asked = [...listeners];
    if (asked.length === 0) return;
    try {
      const active = await activeSessions(
        db,
        asked.map(({ token }) => token),
        { now: now(), issuer: issuerOf(services.config) },
      );
      state = await readState(services);
      for (const listener of asked) {
        if (active.has(listener.token)) listener.seenAt = performance.now();
        else if (listeners.has(listener)) end(listener, "loginEnded");
      }
    } catch (error) {
      log.warn({ error: (error as Error).message }, "the state for the desk's events could not be read");
    }
  };
  /** Reads the state and sends the changes, again and again while somebody listens. */
  const update = async (): Promise<void> => {
    await readAll();
    for (const listener of listeners) {
      if (performance.now() - listener.seenAt > periods.deskUnseen) end(listener, "stopping");
      else tell(listener);
    }
    isUpdating = listeners.size > 0 && !stopped;
    if (isUpdating) timer = setTimeout(next, periods.deskEvents).unref();
    else state = null;
  };
  const next = () => {
    running = update();
  };

  return {
    open({ person, token, lastEventId }) {
      const own = [...listeners].filter((each) => each.person.id === person.id).length;
      if (stopped || own >= MAX_STREAMS.ofPerson || listeners.size >= MAX_STREAMS.ofAll) return null;
      const seenAt = performance.now();
      const listener: Listener = {
        person,
        token,
        stream: new Readable({
          read: () => void (listener.isReady = true),
          destroy(error, done) {
            listeners.delete(listener);
            done(error);
          },
        }),
        received: receivedOf(lastEventId),
        sentAt: seenAt,
        seenAt,
        isReady: true,
      };
      send(listener, `retry: ${periods.deskReconnect}\n\n`);
      listeners.add(listener);
      tell(listener);
      if (!isUpdating) {
        isUpdating = true;
        next();
      }
      return listener.stream;
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      const streams = [...listeners].map(({ stream }) => finished(stream).catch(() => undefined));
      for (const listener of listeners) end(listener, "stopping");
      await Promise.race([Promise.all(streams), delay(LAST_EVENT_MS, undefined, { ref: false })]);
      await running;
    },
  };
}

/** Seconds after which a person with too many streams may try again to open one. */
const RETRY_AFTER = 30;

/** GET /events: returns a stream of changes, which ends with the login. */
export function events(feed: Feed): DeskHandler<"events"> {
  return async ({ person, cookies, lastEventId }) => {
    const stream = feed.open({ person, token: cookies.read(SESSION_COOKIE) ?? "", lastEventId });
    return stream ? ok(stream) : fail("tooMany", { retryAfter: RETRY_AFTER });
  };
}
