import type { SentEvents } from "#contract/desk/waiting-answers.ts";

/**
 * What is told to a page: whether events arrive, that an event of this name has arrived, or that the stream has ended
 * and why.
 */
export type Told =
  | { readonly kind: "live"; readonly isLive: boolean }
  | { readonly kind: "event"; readonly name: Exclude<keyof SentEvents, "end"> }
  | { readonly kind: "end"; readonly why: SentEvents["end"]["why"] };
type Hear = (told: Told) => void;
/** What tabs send each other. `ask`: a new tab asks whether events arrive. */
type Sent = Told | { readonly kind: "ask" };

/** The name of the lock and of the channel between the tabs. */
const NAME = "kasse-desk-events";

/**
 * Opens a stream for all tabs of this browser, because with HTTP/1.1 a browser has only six connections to a host. The
 * tab that holds the lock opens it and passes on what it hears; when it closes, the browser gives the lock to another
 * tab. Without locks, which need https, each tab has a stream of its own. Returns a function that stops listening.
 */
export function shareStream(open: (hear: Hear) => () => void, hear: Hear): () => void {
  if (!("locks" in navigator) || !("BroadcastChannel" in globalThis)) return open(hear);
  const channel = new BroadcastChannel(NAME);
  const stop = new AbortController();
  /** Null in a tab that does not have the stream. */
  let isLive: boolean | null = null;
  const send = (sent: Sent) => channel.postMessage(sent);
  const pass: Hear = (told) => {
    if (told.kind === "live") isLive = told.isLive;
    hear(told);
    send(told);
  };
  channel.onmessage = ({ data }: MessageEvent<Sent>) => {
    if (data.kind !== "ask") hear(data);
    else if (isLive !== null) send({ kind: "live", isLive });
  };
  send({ kind: "ask" });
  const held = () =>
    new Promise<void>((release) => {
      isLive = false;
      const close = open(pass);
      stop.signal.addEventListener("abort", () => {
        close();
        release();
      });
    });
  // Rejected if the tab stops listening before it had the lock.
  navigator.locks.request(NAME, { signal: stop.signal }, held).catch(() => undefined);
  return () => {
    stop.abort();
    channel.close();
  };
}
