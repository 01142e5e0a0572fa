import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadPart, tryAgain } from "./load-part.ts";

const reload = vi.fn();
const stored = new Map<string, string>();
let isUp = true;
const status = vi.fn(() => 200);

beforeEach(() => {
  isUp = true;
  stored.clear();
  reload.mockClear();
  vi.stubGlobal("location", { pathname: "/checkout/3", reload });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal("fetch", () => (isUp ? Promise.resolve({ status: status() }) : Promise.reject(new TypeError())));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A part whose file cannot be fetched while `isUp` is false. */
const part = vi.fn(() => (isUp ? Promise.resolve("part") : Promise.reject(new TypeError("Failed to fetch"))));
const gone = () => Promise.reject(new TypeError("Failed to fetch"));

test("without a network a part waits, and arrives by itself once the server can be reached", async () => {
  isUp = false;
  const arrived = vi.fn();
  void loadPart(part, "reload").then(arrived);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(arrived).not.toHaveBeenCalled();
  isUp = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(arrived).toHaveBeenCalledWith("part");
  expect(reload).not.toHaveBeenCalled();
});

test("a proxy that answers for the server is no network either; a press tries at once", async () => {
  isUp = false;
  const arrived = vi.fn();
  void loadPart(part, "reload").then(arrived);
  await vi.advanceTimersByTimeAsync(0);
  isUp = true;
  status.mockReturnValueOnce(502);
  tryAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(arrived).not.toHaveBeenCalled();
  tryAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(arrived).toHaveBeenCalledWith("part");
});

test("a page whose file is gone reloads the document, but not again and again", async () => {
  void loadPart(gone, "reload");
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(1);
  void loadPart(gone, "reload");
  await vi.advanceTimersByTimeAsync(59_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  void loadPart(gone, "reload");
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each(["ask", "quiet"] as const)(
  "a part whose file is gone, %s: nothing typed beside it is lost",
  async (whenGone) => {
    void loadPart(gone, whenGone);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(reload).not.toHaveBeenCalled();
  },
);

test("a browser that stores nothing is not reloaded, because that would lose the checkout", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new DOMException("blocked", "SecurityError");
    },
  });
  void loadPart(gone, "reload");
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).not.toHaveBeenCalled();
});
