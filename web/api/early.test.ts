import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendEarly, takeEarly } from "./early.ts";
import type { ApiRequest } from "./request.ts";

const REQUEST: ApiRequest = {
  url: "/public-api/prepare/1",
  init: { method: "POST", headers: { "accept-language": "de", token: "mine" }, body: "{}", credentials: "same-origin" },
};
const ANSWER = new Response("early");

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", vi.fn<() => Promise<Response>>().mockResolvedValue(ANSWER));
  vi.stubGlobal("kasseEarly", undefined);
  void sendEarly(REQUEST);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the answer to a request that was sent early can be taken once", async () => {
  expect(await takeEarly(REQUEST.url, REQUEST.init)).toBe(ANSWER);
  expect(takeEarly(REQUEST.url, REQUEST.init)).toBeNull();
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each<[string, string, Partial<ApiRequest["init"]>]>([
  ["address", "/public-api/prepare/2", {}],
  ["login", REQUEST.url, { headers: { "accept-language": "de", token: "another" } }],
  ["language", REQUEST.url, { headers: { "accept-language": "fr", token: "mine" } }],
  ["body", REQUEST.url, { body: "[]" }],
  ["method", REQUEST.url, { method: "GET" }],
])("a request with another %s does not get the early answer, which stays available", async (_what, url, change) => {
  expect(takeEarly(url, { ...REQUEST.init, ...change })).toBeNull();
  expect(await takeEarly(REQUEST.url, REQUEST.init)).toBe(ANSWER);
});

test("an answer that is ten seconds old is requested again", () => {
  vi.setSystemTime(Date.now() + 10_000);
  expect(takeEarly(REQUEST.url, REQUEST.init)).toBeNull();
});
