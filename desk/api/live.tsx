import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import type { SentEvents } from "#contract/desk/waiting-answers.ts";
import type { DeskCallName } from "#contract/desk/paths.ts";
import { DESK_API, DESK_PATHS } from "#contract/desk/paths.ts";
import { shareStream, type Told } from "./share-stream.ts";
import { useCall } from "./queries.ts";

/** Delay before the event stream is opened again after the server refused it, in ms. */
const RETRY_MS = 30_000;

/** The calls whose responses each event makes outdated. */
const RENEWS: Readonly<Record<Exclude<keyof SentEvents, "end">, readonly DeskCallName[]>> = {
  waiting: ["waiting", "waitingCounts"],
  orders: ["orderCounts", "orderStates", "orderVersion"],
  board: ["board"],
};
const NAMES = Object.keys(RENEWS) as readonly (keyof typeof RENEWS)[];

const LiveContext = createContext(false);

/** Whether events arrive. If they do not, for example because a proxy buffers them, pages poll. */
export const useIsLive = (): boolean => useContext(LiveContext);

/** Listens to the desk's events while a person is logged in, and fetches data on the page again when it has changed. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const call = useCall();
  const [isLive, setLive] = useState(false);
  // If the login has ended, this call fails, which opens the login dialog.
  const [checkLogin] = useState(() => () => void call("me", {}));
  useEffect(() => listen({ queries, onLive: setLive, onEnd: checkLogin }), [queries, checkLogin]);
  return <LiveContext value={isLive}>{children}</LiveContext>;
}

type Listening = {
  readonly queries: QueryClient;
  readonly onLive: (isLive: boolean) => void;
  readonly onEnd: () => void;
};

/** Listens to the desk's events. Returns a function that stops listening. */
function listen({ queries, onLive, onEnd }: Listening): () => void {
  const stop = shareStream(openStream, (told) => {
    if (told.kind === "live") onLive(told.isLive);
    else if (told.kind === "end") {
      if (told.why === "loginEnded") onEnd();
    } else for (const renewed of RENEWS[told.name]) void queries.invalidateQueries({ queryKey: [renewed] });
  });
  return () => {
    stop();
    onLive(false);
  };
}

/** Opens the stream of events, again and again. Returns a function that closes it. */
function openStream(hear: (told: Told) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hearLive = (isLive: boolean) => hear({ kind: "live", isLive });
  const close = () => {
    source?.close();
    source = null;
    hearLive(false);
  };
  const again = () => {
    close();
    timer = setTimeout(open, RETRY_MS);
  };
  function open() {
    source = new EventSource(DESK_API + DESK_PATHS.events[1]);
    source.addEventListener("open", () => hearLive(true));
    for (const name of NAMES) source.addEventListener(name, () => hear({ kind: "event", name }));
    source.addEventListener("end", ({ data }: MessageEvent<string>) => {
      const { why } = JSON.parse(data) as SentEvents["end"];
      again();
      hear({ kind: "end", why });
    });
    source.addEventListener("error", () => {
      hearLive(false);
      // In any other state, the browser reconnects automatically.
      if (source?.readyState === EventSource.CLOSED) again();
    });
  }
  open();
  return () => {
    clearTimeout(timer);
    close();
  };
}
