import { lazy, useSyncExternalStore, type ComponentType, type LazyExoticComponent } from "react";

/**
 * Why a part of the page is not there yet. `lost`: the server cannot be reached. `gone`: the server answers, but not
 * with the file of this part, for example because a newer version of the shop is in place.
 */
type Missing = "lost" | "gone";

/**
 * What follows when a file is gone. Most browsers remember a failed import until the document is reloaded. `reload`:
 * the document is reloaded, once; nothing typed is lost there. `ask`: `useMissing` says so, and the person decides.
 * `quiet`: the page does without the part.
 */
type WhenGone = "reload" | "ask" | "quiet";

const missing = new Map<object, Missing>();
const listeners = new Set<() => void>();
const waiting = new Set<() => void>();

/** Interval between two attempts to reach the server without an event, in ms. */
const TRY_EVERY_MS = 3000;
/** After an automatic reload, the next failure within this time is shown instead, in ms. */
const RELOAD_AT_MOST_EVERY_MS = 60_000;
const RELOADED = "kasse.reloaded";

/** A component with its own chunk. */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  whenGone: WhenGone = "ask",
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadPart(load, whenGone));

/**
 * Loads the code of a part. If that fails, waits until the server can be reached, and tries once more; then
 * `whenGone` applies. Never rejects.
 */
export async function loadPart<Part>(load: () => Promise<Part>, whenGone: WhenGone): Promise<Part> {
  const key = {};
  for (let failed = 0; ; failed += 1) {
    try {
      const part = await load();
      report(key, null);
      return part;
    } catch {
      while (!(await isReachable())) {
        if (whenGone !== "quiet") report(key, "lost");
        await anotherTry();
      }
      if (failed === 0) continue;
      if (whenGone === "reload" && mayReload()) location.reload();
      else if (whenGone !== "quiet") report(key, "gone");
      await new Promise<never>(() => undefined);
    }
  }
}

/** Tries at once to load what is missing. */
export const tryAgain = (): void => waiting.forEach((resume) => resume());

/** Returns why a part that somebody waits for is missing; null if none is. */
export const useMissing = (): Missing | null => useSyncExternalStore(subscribe, currentlyMissing);

function currentlyMissing(): Missing | null {
  const all = [...missing.values()];
  return all.includes("gone") ? "gone" : (all[0] ?? null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function report(key: object, state: Missing | null): void {
  if (state) missing.set(key, state);
  else missing.delete(key);
  listeners.forEach((listener) => listener());
}

/** Any answer of the server will do, but a proxy that cannot reach it answers too. */
const isReachable = (): Promise<boolean> =>
  fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status < 500,
    () => false,
  );

function anotherTry(): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer);
      removeEventListener("online", resume);
      waiting.delete(resume);
      resolve();
    };
    const timer = setTimeout(resume, TRY_EVERY_MS);
    addEventListener("online", resume);
    waiting.add(resume);
  });
}

/** Whether the document may be reloaded: what was typed survives, and it has not just been reloaded in vain. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED));
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return Date.now() - last > RELOAD_AT_MOST_EVERY_MS;
  } catch {
    return false;
  }
}
