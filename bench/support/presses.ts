import type { Page } from "@playwright/test";

export type Press = {
  readonly page: string;
  readonly what: string;
  /** From the press to the next picture. */
  readonly ms: number;
  /** Where the time went before the picture was drawn: waiting for the processor, at work in handlers. */
  readonly parts: string;
};
export type Shift = { readonly page: string; readonly value: number };
type Seen = {
  /** The presses so far; one that comes again at the same place bears its number. */
  presses(): Press[];
  readonly shifts: readonly Shift[];
};

/** What the observer in the page tells of one event; a press is several of them with one number. */
type Noted = Omit<Press, "what"> & { readonly press: string; readonly what: string | null };
type Entry = {
  readonly name: string;
  readonly startTime: number;
  readonly processingStart: number;
  readonly processingEnd: number;
  readonly duration: number;
  readonly interactionId: number;
};

/** Hears of every press and shift on all pages to come. */
export async function observe(page: Page): Promise<Seen> {
  const noted = new Map<string, Noted>();
  const shifts: Shift[] = [];
  // A press took as long as the slowest of its events.
  await page.exposeFunction("notePress", (one: Noted) => {
    const known = noted.get(one.press);
    const slower = !known || known.ms < one.ms ? one : known;
    noted.set(one.press, { ...slower, what: known?.what ?? one.what, page: known?.what ? known.page : one.page });
  });
  await page.exposeFunction("noteShift", (shift: Shift) => shifts.push(shift));
  await page.addInitScript(() => {
    const noting = globalThis as unknown as { notePress(one: Noted): void; noteShift(shift: Shift): void };
    // Fields are filled by the driver, which Chromium does not count as typing.
    let typed = -1000;
    addEventListener("input", () => (typed = performance.now()), true);
    // What was pressed, and where: after the press the button may say something else, on another page.
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
        if (entry.hadRecentInput || performance.now() - typed <= 500) continue;
        noting.noteShift({ page: location.pathname, value: entry.value });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return { shifts, presses: () => numbered([...noted.values()]) };
}

function numbered(all: readonly Noted[]): Press[] {
  const count = new Map<string, number>();
  return all.map(({ page, what, ms, parts }) => {
    const place = `${page} ${what ?? ""}`;
    const number = (count.get(place) ?? 0) + 1;
    count.set(place, number);
    return { page, ms, parts, what: number === 1 ? (what ?? "") : `${what ?? ""} (${number})` };
  });
}
