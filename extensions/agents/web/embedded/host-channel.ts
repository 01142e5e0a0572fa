import type { Channel } from "./protocol.ts";

/** The windows between which messages go; the browser's own except in tests. */
export type Windows = {
  readonly own: Pick<Window, "addEventListener" | "removeEventListener">;
  readonly parent: Pick<Window, "postMessage">;
  /** The origin of the parent, if the browser says it; otherwise its first answer shows which one it is. */
  readonly parentOrigin: string | undefined;
};

/**
 * Connects to the host in the parent window. Every message has an exact target: the host's origin, or while it is not
 * known each of `origins`, of which the browser only delivers to the right one. Messages of other windows and origins
 * are ignored. `listen` begins to receive, and returns a function that ends it. `host` resolves to the host's origin.
 */
export function createChannel(
  origins: readonly string[],
  { own, parent, parentOrigin }: Windows,
  receive: (data: unknown) => void,
): { readonly channel: Channel; readonly listen: () => () => void; readonly host: Promise<string> } {
  let targets = parentOrigin === undefined ? origins : origins.filter((origin) => origin === parentOrigin);
  let port: MessagePort | null = null;
  const { promise: host, resolve: know } = Promise.withResolvers<string>();
  if (parentOrigin !== undefined && targets.length > 0) know(parentOrigin);
  const take = ({ source, origin, data }: MessageEvent) => {
    // After the upgrade, only the port counts.
    if (port !== null || source !== parent || !targets.includes(origin)) return;
    targets = [origin];
    know(origin);
    receive(data);
  };
  return {
    channel: {
      send(message) {
        if (port) port.postMessage(message);
        else for (const target of targets) parent.postMessage(message, target);
      },
      upgrade(to) {
        port = to;
        to.onmessage = ({ data }) => receive(data);
      },
    },
    host,
    listen() {
      own.addEventListener("message", take);
      return () => {
        own.removeEventListener("message", take);
        port?.close();
      };
    },
  };
}
