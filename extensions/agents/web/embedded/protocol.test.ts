import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { answerErrors, messageErrors, type EmbeddedMessage } from "../../test/embedded-messages.ts";
import { createProtocol } from "./protocol.ts";

const VERSION = "2026-04-08";
const CHECKOUT = {
  ucp: { version: VERSION, status: "success", capabilities: {}, payment_handlers: {} },
  id: "one",
  status: "requires_escalation",
  currency: "CHF",
  line_items: [
    {
      id: "product",
      item: { id: "mobile:SMART30", title: "SMART 30", price: 0 },
      quantity: 1,
      totals: [{ type: "total", amount: 0 }],
    },
  ],
  totals: [
    { type: "subtotal", amount: 0 },
    { type: "total", amount: 0 },
  ],
  messages: [] as object[],
  links: [],
  buyer: { first_name: "Nora" },
} as const;

/** A frame, and what its host receives: on the window and, after an upgrade, on the port. */
function frame({ delegate = ["window.open"], version = VERSION } = {}) {
  const sent: EmbeddedMessage[] = [];
  const onPort: EmbeddedMessage[] = [];
  let to = sent;
  const protocol = createProtocol(
    { send: (message) => void to.push(message as EmbeddedMessage), upgrade: () => (to = onPort) },
    { version, delegate },
  );
  const answer = (result: object, method = "ec.ready") => {
    const id = to.findLast((each) => each.method === method)?.id;
    expect(answerErrors(method, "port" in result ? { ...result, upgrade: {} } : result)).toEqual([]);
    protocol.receive({ jsonrpc: "2.0", id, result });
  };
  const methods = () => to.map(({ method }) => method);
  return { protocol, sent, onPort, answer, methods };
}
const ucp = { version: VERSION, status: "success" };
const refusal = (code: string) => ({
  ucp: { version: VERSION, status: "error" },
  messages: [{ type: "error", code, content: "No.", severity: "unrecoverable" }],
});
const ready = (options = {}) => {
  const one = frame(options);
  one.protocol.begin();
  one.answer({ ucp });
  return one;
};

/** Expects that the published document allows all that was sent. */
const expectValid = (messages: readonly EmbeddedMessage[]) =>
  expect(messages.flatMap((each) => messageErrors(each))).toEqual([]);

describe("the handshake", () => {
  test("says what is delegated, and the checkout follows only after the host's answer", () => {
    const { protocol, sent, answer, methods } = frame();
    protocol.show(CHECKOUT);
    expect(sent).toEqual([]);
    protocol.begin();
    protocol.show(CHECKOUT);
    expect(sent).toEqual([
      { jsonrpc: "2.0", id: "ready_1", method: "ec.ready", params: { delegate: ["window.open"] } },
    ]);
    answer({ ucp, credential: "ignored", checkout: {} });
    expect(methods()).toEqual(["ec.ready", "ec.start"]);
    expectValid(sent);
  });

  test("is repeated on the host's port, with everything after it, and the rest of the answer is discarded", () => {
    const { protocol, sent, onPort, answer } = frame();
    protocol.begin();
    protocol.show(CHECKOUT);
    const { port1: port } = new MessageChannel();
    answer({ ucp: { ...ucp, version: "2020-01-01" }, upgrade: { port } });
    port.close();
    expect(sent).toHaveLength(1);
    expect(onPort).toMatchObject([{ id: "ready_2", method: "ec.ready" }]);
    answer({ ucp });
    expect(onPort.map(({ method }) => method)).toEqual(["ec.ready", "ec.start"]);
    expectValid(onPort);
  });

  test("that the host refuses is the end: nothing is sent any more", () => {
    for (const result of [refusal("security_error"), {}]) {
      const { protocol, sent } = frame();
      protocol.begin();
      protocol.receive({ jsonrpc: "2.0", id: "ready_1", result });
      protocol.show(CHECKOUT);
      protocol.fail("not_found", "Gone.", "https://shop.example/");
      protocol.receive({ jsonrpc: "2.0", id: 1, method: "ec.ask" });
      expect(sent).toHaveLength(1);
    }
  });

  test("with another version ends with an error", () => {
    const { protocol, answer, sent } = frame();
    protocol.begin();
    protocol.show(CHECKOUT);
    answer({ ucp: { ...ucp, version: "2026-01-11" } });
    expect(sent.at(-1)).toMatchObject({ method: "ec.error", params: { messages: [{ code: "not_supported_error" }] } });
    expectValid(sent);
  });

  test("is not completed by an unknown id, by other data, or twice", () => {
    const { protocol, sent, answer } = frame();
    protocol.begin();
    protocol.show(CHECKOUT);
    for (const data of [
      null,
      "ready",
      { id: "ready_1", result: { ucp } },
      { jsonrpc: "1.0", id: "ready_1", result: { ucp } },
      { jsonrpc: "2.0", id: "ready_9", result: { ucp } },
      { jsonrpc: "2.0", result: { ucp } },
    ])
      protocol.receive(data);
    expect(sent).toHaveLength(1);
    answer({ ucp });
    answer({ ucp });
    expect(sent).toHaveLength(2);
  });
});

describe("a change of the checkout", () => {
  test("is told part by part, the totals last, with the whole checkout", () => {
    const { protocol, sent, methods } = ready();
    protocol.show(CHECKOUT);
    protocol.show({ ...CHECKOUT, continue_url: "https://shop.example/prepared#fresh" });
    expect(methods()).toEqual(["ec.ready", "ec.start"]);
    const next = {
      ...CHECKOUT,
      totals: [
        { type: "subtotal", amount: 100 },
        { type: "total", amount: 100 },
      ],
      line_items: [{ ...CHECKOUT.line_items[0], quantity: 2 }],
      messages: [{ type: "info", code: "some", content: "Some." }],
      buyer: { first_name: "Ada" },
    };
    protocol.show(next);
    expect(methods().slice(2)).toEqual([
      "ec.line_items.change",
      "ec.buyer.change",
      "ec.messages.change",
      "ec.totals.change",
    ]);
    expect(sent.slice(2).map(({ params }) => params["checkout"])).toEqual([next, next, next, next]);
    expectValid(sent);
  });

  test("to an order is told once, also if the frame begins with it", () => {
    const order = { id: "K1000001", permalink_url: "https://shop.example/account" };
    const done = { ...CHECKOUT, status: "completed", order };
    for (const states of [[CHECKOUT, done, { ...done }], [done]]) {
      const { protocol, sent, methods } = ready();
      for (const state of states) protocol.show(state);
      expect(methods()).toEqual(["ec.ready", "ec.start", "ec.complete"]);
      expect(sent.at(-1)).toMatchObject({ params: { checkout: { order } } });
      expectValid(sent);
    }
  });
});

describe("an error", () => {
  test("has the place where the person continues, and ends the session", () => {
    const { protocol, sent, methods } = ready();
    protocol.fail("not_found", "Gone.", "https://shop.example/");
    protocol.fail("not_found", "Gone.", "https://shop.example/");
    protocol.show(CHECKOUT);
    expect(methods()).toEqual(["ec.ready", "ec.error"]);
    expect(sent.at(-1)?.params).toMatchObject({ continue_url: "https://shop.example/", ucp: { status: "error" } });
    expectValid(sent);
  });

  test("answers a host's request, which the protocol has none of", () => {
    const { protocol, sent } = ready();
    protocol.receive({ jsonrpc: "2.0", id: 7, method: "ec.fill", params: {} });
    protocol.receive({ jsonrpc: "2.0", method: "ec.note", params: {} });
    expect(sent.slice(1)).toEqual([{ jsonrpc: "2.0", id: 7, error: { code: -32601, message: "Method not found" } }]);
  });
});

describe("a window", () => {
  test("is opened by a host that has taken this over, and only after the handshake", async () => {
    const { protocol, sent, answer } = frame();
    expect(protocol.opensWindows).toBe(false);
    protocol.begin();
    answer({ ucp });
    expect(protocol.opensWindows).toBe(true);
    const opened = protocol.openWindow("https://pay.example/1");
    expect(sent.at(-1)).toMatchObject({ method: "ec.window.open_request", params: { url: "https://pay.example/1" } });
    answer({ ucp }, "ec.window.open_request");
    expect(await opened).toBe(true);
    expectValid(sent);
    expect(ready({ delegate: [] }).protocol.opensWindows).toBe(false);
  });

  test.each([
    { result: refusal("window_open_rejected_error") },
    { error: { code: -32601, message: "Method not found" } },
  ])("that the host refuses is not open: %j", async (response) => {
    const { protocol, sent } = ready();
    const opened = protocol.openWindow("https://pay.example/1");
    protocol.receive({ jsonrpc: "2.0", id: sent.at(-1)?.id, ...response });
    expect(await opened).toBe(false);
  });
});

test("the check of messages finds mistakes", () => {
  const message = { jsonrpc: "2.0", method: "ec.start", params: { checkout: CHECKOUT } };
  expect(messageErrors(message)).toEqual([]);
  for (const wrong of [
    { ...message, id: "1" },
    { ...message, method: "ec.begin" },
    { ...message, params: {} },
    { ...message, params: { checkout: { ...CHECKOUT, totals: [] } } },
    { ...message, params: { checkout: { ...CHECKOUT, status: "open" } } },
  ])
    expect(messageErrors(wrong)).not.toEqual([]);
});

test("the tests read the published document", () => {
  const url = new URL("../../test/ucp/services/shopping/embedded.openrpc.json", import.meta.url);
  expect(readFileSync(url, "utf8")).toContain('"ec.window.open_request"');
});
