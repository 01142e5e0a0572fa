import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LOGIN_IDLE_MS } from "#core/person/login-life.ts";
import { call } from "#web/api/call.ts";
import { uploadDocument } from "#web/api/upload.ts";
import { forgetToken, timeLeft } from "./login.ts";
import { personNow, storeToken } from "./person.ts";
import { fakeStorage } from "../../test/support/browser-storage.ts";

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal("location", { pathname: "/checkout/4" });
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("sessionStorage", fakeStorage());
  vi.stubGlobal("document", { cookie: "XSRF-TOKEN=x" });
  storeToken("token", "");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sends a call now. The returned function lets its answer arrive. */
function sent(): () => Promise<unknown> {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answer.promise);
  const result = call("catalogue", {});
  return () => {
    answer.resolve(Response.json({}));
    return result;
  };
}

test("whoever is logged in has a name until the login is too old", () => {
  storeToken("token", "Mia Keller");
  expect(personNow()).toBe("Mia Keller");
  vi.advanceTimersByTime(LOGIN_IDLE_MS + 1);
  expect(personNow()).toBeNull();
});

test("a login that is forgotten leaves no name in the browser", () => {
  storeToken("token", "Mia Keller");
  forgetToken();
  expect(JSON.stringify(sessionStorage)).not.toContain("Keller");
});

test("a late answer extends the login from the time when its call was sent", async () => {
  const arrive = sent();
  vi.advanceTimersByTime(HOUR);
  await arrive();
  expect(timeLeft()).toEqual({ left: LOGIN_IDLE_MS - HOUR, final: false });
});

test("answers that arrive out of order never shorten the login", async () => {
  const arriveLate = sent();
  vi.advanceTimersByTime(HOUR);
  await sent()();
  await arriveLate();
  expect(timeLeft()?.left).toBe(LOGIN_IDLE_MS);
});

test("a slow upload extends the login from the time when it started", async () => {
  let request: XMLHttpRequest | null = null;
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      readonly upload = {};
      readonly status = 200;
      readonly response = {};
      constructor() {
        request = this as unknown as XMLHttpRequest;
      }
      open = () => undefined;
      setRequestHeader = () => undefined;
      send = () => undefined;
    },
  );
  const options = { onProgress: () => undefined, signal: new AbortController().signal };
  const result = uploadDocument(new Blob([]), "document.jpg", options);
  vi.advanceTimersByTime(HOUR);
  (request as XMLHttpRequest | null)?.onload?.({} as ProgressEvent);
  expect((await result).ok).toBe(true);
  expect(timeLeft()?.left).toBe(LOGIN_IDLE_MS - HOUR);
});

test("a clock that was wrong is corrected by the next call", async () => {
  vi.setSystemTime(Date.now() - HOUR);
  await sent()();
  expect(timeLeft()?.left).toBe(LOGIN_IDLE_MS);
});
