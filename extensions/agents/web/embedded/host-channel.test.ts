import { expect, test } from "vitest";
import { createChannel as create, type Windows } from "./host-channel.ts";

const HOST = "https://assistant.example";
const OTHER = "https://other.example";

function openChannel(origins: readonly string[], of: Windows, receive: (data: unknown) => void) {
  const { channel, listen } = create(origins, of, receive);
  return { channel, close: listen() };
}

/** A frame's windows, and what arrives in the host's: the browser delivers only to the right target. */
function windows(parentOrigin: string | undefined, actual = HOST) {
  const arrived: unknown[] = [];
  const targets: string[] = [];
  let listener: ((event: MessageEvent) => void) | null = null;
  const parent = {
    postMessage(message: unknown, target: unknown) {
      targets.push(String(target));
      if (target === actual) arrived.push(message);
    },
  } as Pick<Window, "postMessage">;
  const own = {
    addEventListener: (_: string, listen: (event: MessageEvent) => void) => (listener = listen),
    removeEventListener: () => (listener = null),
  } as unknown as Pick<Window, "addEventListener" | "removeEventListener">;
  const deliver = (data: unknown, origin = actual, source: unknown = parent) =>
    listener?.({ data, origin, source } as MessageEvent);
  return { arrived, targets, deliver, of: { own, parent, parentOrigin } };
}

test("messages go to the host's exact origin, or while it is unknown to each listed one, never to any", () => {
  const known = windows(HOST);
  openChannel([OTHER, HOST], known.of, () => undefined).channel.send({ one: 1 });
  expect(known.targets).toEqual([HOST]);

  const unknown = windows(undefined);
  const { channel } = openChannel([OTHER, HOST], unknown.of, () => undefined);
  channel.send({ one: 1 });
  unknown.deliver("answer");
  channel.send({ two: 2 });
  expect(unknown.targets).toEqual([OTHER, HOST, HOST]);
  expect(unknown.arrived).toEqual([{ one: 1 }, { two: 2 }]);

  const stranger = windows("https://stranger.example", "https://stranger.example");
  openChannel([OTHER, HOST], stranger.of, () => undefined).channel.send({ one: 1 });
  expect(stranger.targets).toEqual([]);
});

test("messages of other origins and other windows are ignored, and all after the channel is closed", () => {
  const received: unknown[] = [];
  const frame = windows(undefined);
  const { close } = openChannel([OTHER, HOST], frame.of, (data) => received.push(data));
  frame.deliver("stranger", "https://stranger.example");
  frame.deliver("other window", HOST, {});
  frame.deliver("host");
  frame.deliver("another listed one, once the host is known", OTHER);
  close();
  frame.deliver("late");
  expect(received).toEqual(["host"]);
});

test("after the upgrade, everything goes over the port alone", async () => {
  const received: unknown[] = [];
  const frame = windows(HOST);
  const { channel, close } = openChannel([HOST], frame.of, (data) => received.push(data));
  const { port1, port2 } = new MessageChannel();
  const onPort = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  channel.upgrade(port2);
  channel.send({ one: 1 });
  expect(await onPort).toEqual({ one: 1 });
  expect(frame.targets).toEqual([]);
  frame.deliver("window");
  port1.postMessage("port");
  await expect.poll(() => received).toEqual(["port"]);
  close();
  port1.close();
});
