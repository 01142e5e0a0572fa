export type Entry = {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  /** What was called or sent, such as `POST /v1/checkouts`. */
  readonly call: string;
  readonly outcome: string;
};
export type Journal = ReturnType<typeof openJournal>;

const LENGTH = 200;

/** Records what a provider has recently received and sent. */
export function openJournal(now: () => Date = () => new Date()) {
  const entries: Entry[] = [];
  let count = 0;
  return {
    add(call: string, outcome: string) {
      count += 1;
      entries.unshift({ id: count, at: now().toISOString(), call, outcome });
      entries.length = Math.min(entries.length, LENGTH);
    },
    /** Newest first. */
    list: (): readonly Entry[] => [...entries],
  };
}
