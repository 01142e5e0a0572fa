import { pino } from "pino";
import { expect, test } from "vitest";
import { sourcesIn } from "../../../tools/conventions/sources.ts";
import { SECURITY_EVENTS, SECURITY_FIELDS } from "./events.ts";
import { createSecurityLog } from "./security-log.ts";

const KEY = Buffer.alloc(32, 1);
function logAt(level: string, key = KEY) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level, base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  return { security: createSecurityLog(log, key), lines };
}

test("an event is one line with its fields; account and address are keyed hashes", () => {
  const { security, lines } = logAt("info");
  security.record("login.failed", { account: "nora@example.ch", address: "2001:db8::1", by: "password" });
  security.record("login.failed", { account: "nora@example.ch", address: "2001:db8::2", by: "password" });
  const [line] = lines;
  expect(line).toEqual({
    level: 40,
    time: expect.any(Number),
    security: "login.failed",
    account: expect.stringMatching(/^[\w-]{22}$/),
    address: expect.stringMatching(/^[\w-]{22}$/),
    by: "password",
    msg: SECURITY_EVENTS["login.failed"].about,
  });
  expect({ ...lines[1], time: 0 }).toEqual({ ...line, time: 0 });
  expect(JSON.stringify(lines)).not.toMatch(/nora|2001/);
  for (const field of Object.keys(line ?? {})) expect(SECURITY_FIELDS).toHaveProperty(field);
});

test("another key gives other hashes", () => {
  const [one, other] = [logAt("info"), logAt("info", Buffer.alloc(32, 2))];
  for (const { security } of [one, other]) security.record("login", { account: "nora@example.ch" });
  expect(one.lines[0]?.["account"]).not.toBe(other.lines[0]?.["account"]);
});

test.each([
  ["debug", 2],
  ["error", 2],
  ["silent", 0],
])("at LOG_LEVEL=%s there are %d lines", (level, count) => {
  const { security, lines } = logAt(level);
  security.record("login");
  security.record("lockout");
  expect(lines).toHaveLength(count);
});

test("every event of the table is recorded somewhere", () => {
  const sources = sourcesIn("server").filter(({ path }) => !path.endsWith("security/events.ts"));
  const unused = Object.keys(SECURITY_EVENTS).filter(
    (event) => !sources.some(({ text }) => text.includes(`"${event}"`)),
  );
  expect(unused).toEqual([]);
});
