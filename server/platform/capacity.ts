/** A reserved part of the capacity. Releasing it twice is harmless. */
type Place = { release(): void };

export type Capacity = {
  /**
   * Reserves `size` for a holder, and waits if the capacity is used up. Returns null after the waiting time, or at once
   * if too many are waiting already. A size above the holder's share is reduced to the share.
   */
  enter(size: number, holder: string): Promise<Place | null>;
  /** The capacity reserved at present. */
  readonly taken: number;
};

type Options = {
  readonly size: number;
  /** The maximum that one holder may reserve. */
  readonly share: number;
  readonly waitMs: number;
  readonly maxWaiting: number;
};
type Waiting = { readonly size: number; readonly holder: string; admit(place: Place): void };
/** The capacity that a holder has reserved, and the sequence number of its last admission. */
type Holder = { held: number; lastAdmission: number };

/**
 * Creates a limited capacity, such as memory in bytes, that is reserved before it is used. The waiting holder with the
 * smallest reservation is admitted first; if several are equal, the one admitted longest ago. So a holder with many
 * requests does not delay one with a single request.
 */
export function createCapacity({ size: capacity, share, waitMs, maxWaiting }: Options): Capacity {
  const holders = new Map<string, Holder>();
  const queue = new Set<Waiting>();
  let taken = 0;
  let admissions = 0;

  const stateOf = (holder: string): Holder => holders.get(holder) ?? { held: 0, lastAdmission: 0 };

  function change(holder: string, size: number, lastAdmission: number): void {
    taken += size;
    const held = stateOf(holder).held + size;
    const isActive = held > 0 || [...queue].some((each) => each.holder === holder);
    if (isActive) holders.set(holder, { held, lastAdmission });
    else holders.delete(holder);
  }

  function take({ size, holder }: Waiting): Place {
    change(holder, size, (admissions += 1));
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        change(holder, -size, stateOf(holder).lastAdmission);
        admitWaiting();
      },
    };
  }

  /** Returns the next request to admit; skips holders that have used up their share. */
  function next(): Waiting | null {
    const mayEnter = [...queue].filter(({ holder, size }) => stateOf(holder).held + size <= share);
    const inOrder = mayEnter.toSorted((one, other) => {
      const [a, b] = [stateOf(one.holder), stateOf(other.holder)];
      return a.held - b.held || a.lastAdmission - b.lastAdmission;
    });
    return inOrder[0] ?? null;
  }

  function admitWaiting(): void {
    for (let first = next(); first !== null && taken + first.size <= capacity; first = next()) {
      queue.delete(first);
      first.admit(take(first));
    }
  }

  return {
    get taken() {
      return taken;
    },
    enter(wanted, holder) {
      if (queue.size >= maxWaiting) return Promise.resolve(null);
      return new Promise((resolve) => {
        const waiting: Waiting = {
          size: Math.min(wanted, share),
          holder,
          admit(place) {
            clearTimeout(timer);
            resolve(place);
          },
        };
        const timer = setTimeout(() => {
          queue.delete(waiting);
          resolve(null);
          // A smaller request behind the one that gave up may fit now.
          admitWaiting();
        }, waitMs);
        queue.add(waiting);
        admitWaiting();
      });
    },
  };
}
