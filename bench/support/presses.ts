import type { Page } from "@playwright/test";

export type Press = {
  readonly page: string;
  readonly what: string;
  /** Time from the press to the next paint, in ms. */
  readonly ms: number;
  /** How the time before the paint was spent, in ms: waiting for the processor, and running handlers. */
  readonly parts: string;
};
export type Shift = { readonly page: string; readonly value: number };
type Observed = {
  /** Returns the presses so far. Repeated presses with the same page and label are numbered. */
  presses(): Press[];
  readonly shifts: readonly Shift[];
};

/** An event as reported by the observer in the page. The events of one press have the same `press`. */
type PressEvent = Omit<Press, "what"> & { readonly press: string; readonly what: string | null };
type Entry = {
  readonly name: string;
  readonly startTime: number;
  readonly processingStart: number;
  readonly processingEnd: number;
  readonly duration: number;
  readonly interactionId: number;
};

/** Records every press and layout shift on the pages that this tab loads from now on. */
export async function observe(page: Page): Promise<Observed> {
  const events = new Map<string, PressEvent>();
  const shifts: Shift[] = [];
  // A press lasts as long as its slowest event.
  await page.exposeFunction("notePress", (one: PressEvent) => {
    const known = events.get(one.press);
    const slower = !known || known.ms < one.ms ? one : known;
    events.set(one.press, { ...slower, what: known?.what ?? one.what, page: known?.what ? known.page : one.page });
  });
  await page.exposeFunction("noteShift", (shift: Shift) => shifts.push(shift));
  await page.addInitScript(() => {
    const noting = globalThis as unknown as { notePress(one: PressEvent): void; noteShift(shift: Shift): void };
    // Playwright fills fields without key events, so Chromium does not treat that as recent input.
    let lastInput = -1000;
    addEventListener("input", () => (lastInput = performance.now()), true);
    // Label and page are read at the time of the press, because both can change afterwards.
    const pressed = new Map<number, { page: string; what: string }>();
    for (const type of ["pointerdown", "keydown"]) {
      const note = ({ timeStamp, target }: Event) => {
        const element = target instanceof Element ? target.closest("button, a, label, [role]") : null;
        const input = target instanceof HTMLInputElement ? (target.labels?.[0]?.textContent ?? target.name) : null;
        const what = (input ?? element?.textContent ?? "").trim().slice(0, 40);
        pressed.set(Math.round(timeStamp), { page: location.pathname, what });
      };
      addEventListener(type, note, { capture: true, passive: true });
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Entry[]) {
        if (entry.interactionId === 0) continue;
        const known = pressed.get(Math.round(entry.startTime));
        const waited = Math.round(entry.processingStart - entry.startTime);
        const worked = Math.round(entry.processingEnd - entry.processingStart);
        noting.notePress({
          press: `${performance.timeOrigin} ${entry.interactionId}`,
          page: known?.page ?? location.pathname,
          what: known?.what ?? null,
          ms: entry.duration,
          parts: `${entry.name} waited ${waited}, worked ${worked}`,
        });
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (entry.hadRecentInput || performance.now() - lastInput <= 500) continue;
        noting.noteShift({ page: location.pathname, value: entry.value });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return { shifts, presses: () => numbered([...events.values()]) };
}

function numbered(all: readonly PressEvent[]): Press[] {
  const count = new Map<string, number>();
  return all.map(({ page, what, ms, parts }) => {
    const place = `${page} ${what ?? ""}`;
    const number = (count.get(place) ?? 0) + 1;
    count.set(place, number);
    return { page, ms, parts, what: number === 1 ? (what ?? "") : `${what ?? ""} (${number})` };
  });
}
