import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "./call.ts";
import { sendEarly } from "./early.ts";
import type { Failure } from "./failure.ts";
import { requestOf } from "./request.ts";

beforeEach(() => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal("location", { pathname: "/checkout/3" });
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("document", { cookie: "XSRF-TOKEN=x" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function failureOf(answer: () => Promise<Response>, signal?: AbortSignal): Promise<Failure | null> {
  vi.stubGlobal("fetch", answer);
  const result = await call("catalogue", signal ? { signal } : {});
  return result.ok ? null : result.failure;
}
const never = () => Promise.reject(new TypeError("fetch failed"));

test("no connection, an aborted request and a timeout are different failures (specification 8)", async () => {
  expect(await failureOf(never)).toMatchObject({ kind: "network", key: "Network Error" });
  expect(await failureOf(never, AbortSignal.abort())).toMatchObject({ kind: "network", key: "Request aborted" });
  const tooLate = () => Promise.reject(new DOMException("", "TimeoutError"));
  expect(await failureOf(tooLate)).toEqual({ kind: "network", key: "timeout of N ms exceeded", number: 15_000 });
});

test.each([
  ["timeout", undefined],
  ["any", new AbortController().signal],
] as const)("a call in a browser without AbortSignal.%s fails instead of hanging", async (missing, signal) => {
  vi.spyOn(AbortSignal, missing).mockImplementation(() => {
    throw new TypeError("AbortSignal has no such function");
  });
  expect(await failureOf(never, signal)).toMatchObject({ kind: "network", key: "Network Error" });
  expect(() => sendEarly(requestOf("me", {}))).not.toThrow();
});

test("an answer without a body of the contract is a network failure with its status", async () => {
  const failure = await failureOf(() => Promise.resolve(new Response("<html>", { status: 502 })));
  expect(failure).toEqual({ kind: "network", key: "Request failed with status code N", number: 502 });
});
