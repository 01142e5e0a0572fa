import { describe, expect, test } from "vitest";
import { isWorthRetrying, readFailure, type Failure } from "./failure.ts";

const network = (key: "Network Error" | "Request aborted" | "timeout of N ms exceeded"): Failure => ({
  kind: "network",
  key,
  number: 1,
});
const answered = (status: number, body: unknown = { message: "x" }) => isWorthRetrying(readFailure(status, body));

describe("retrying the same request", () => {
  test.each(["Network Error", "Request aborted", "timeout of N ms exceeded"] as const)("may help: %s", (key) =>
    expect(isWorthRetrying(network(key))).toBe(true),
  );

  test("may help where the server had a fault, or asks to wait", () => {
    expect([500, 503].map((status) => answered(status))).toEqual([true, true]);
    expect(answered(503, { code: "UNAVAILABLE", message: "x" })).toBe(true);
    expect(answered(500, { error: "x" })).toBe(true);
    expect(answered(429)).toBe(true);
    expect(answered(502, "<html>")).toBe(true);
  });

  test("does not help where the request itself was refused", () => {
    expect([400, 404, 413, 415].map((status) => answered(status))).toEqual([false, false, false, false]);
    expect(answered(413, "<html>")).toBe(false);
    expect(answered(403, { code: "XSRF", message: "x" })).toBe(false);
    expect(answered(422, { errors: { document: ["x"] } })).toBe(false);
    expect(answered(409, { page: "1", message: "x" })).toBe(false);
  });
});
