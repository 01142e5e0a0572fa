import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openCourier, type Delivery } from "#simulator/play/courier.ts";
import { openJournal } from "#simulator/play/journal.ts";
import { failureSwitches } from "#simulator/play/switches.ts";

const sent: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  sent.length = 0;
  vi.useRealTimers();
});

const delivery = (what: string): Delivery => ({
  what,
  send: async (forged) => {
    sent.push(forged ? `${what} forged` : what);
    return "200";
  },
});
function setUp() {
  const [switches, journal] = [failureSwitches(), openJournal()];
  return { switches, journal, courier: openCourier({ switches, journal }) };
}

test("a delivery is sent once", async () => {
  const { courier, journal } = setUp();
  await courier.deliver(delivery("a"));
  expect(sent).toEqual(["a"]);
  expect(journal.list()).toMatchObject([{ call: "a", outcome: "200" }]);
});

test('a duplicate is sent twice, and "once" applies once', async () => {
  const { courier, switches } = setUp();
  switches.set("duplicate", "once");
  await courier.deliver(delivery("a"));
  await courier.deliver(delivery("b"));
  expect(sent).toEqual(["a", "a", "b"]);
});

test("a wrong signature is sent as forged", async () => {
  const { courier, switches } = setUp();
  switches.set("wrongSignature", "always");
  await courier.deliver(delivery("a"));
  await courier.deliver(delivery("b"));
  expect(sent).toEqual(["a forged", "b forged"]);
});

test("out of order: the next one overtakes it", async () => {
  const { courier, switches } = setUp();
  switches.set("outOfOrder", "once");
  await courier.deliver(delivery("a"));
  expect(sent).toEqual([]);
  await courier.deliver(delivery("b"));
  expect(sent).toEqual(["b", "a"]);
});

test("out of order: without a next one it is sent after five seconds", async () => {
  const { courier, switches } = setUp();
  switches.set("outOfOrder", "always");
  await courier.deliver(delivery("a"));
  await vi.advanceTimersByTimeAsync(4900);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(sent).toEqual(["a"]);
});

test("a shop that does not answer is in the journal, without a rejected promise", async () => {
  const { courier, journal } = setUp();
  await courier.deliver({
    what: "a",
    send: () => Promise.reject(new Error("fetch failed", { cause: new Error("ECONNREFUSED") })),
  });
  expect(journal.list()).toMatchObject([{ call: "a", outcome: "not delivered: ECONNREFUSED" }]);
});
