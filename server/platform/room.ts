/** What somebody has taken of a room. Releasing it twice is harmless. */
export type Place = { release(): void };

export type Room = {
  /**
   * Takes `size` of the room for a holder, waiting in turn if it is full. Null after the waiting time, or at once if too many wait.
   * A size above the holder's share counts as the share.
   */
  enter(size: number, holder: string): Promise<Place | null>;
  /** How much is taken now. */
  readonly taken: number;
};

type Options = {
  readonly size: number;
  /** The most that one holder may have, so that nobody can fill the room alone. */
  readonly share: number;
  readonly waitMs: number;
  readonly maxWaiting: number;
};
type Waiting = { readonly size: number; readonly holder: string; admit(place: Place): void };

/**
 * A limited room, such as memory in bytes, that is reserved before it is used. Who waits is admitted in the order of arrival; only a
 * holder whose own share is used up is passed over.
 */
export function createRoom({ size: capacity, share, waitMs, maxWaiting }: Options): Room {
  const held = new Map<string, number>();
  const queue = new Set<Waiting>();
  let taken = 0;

  const isWithinShare = ({ size, holder }: Waiting) => (held.get(holder) ?? 0) + size <= share;

  function take({ size, holder }: Waiting): Place {
    taken += size;
    held.set(holder, (held.get(holder) ?? 0) + size);
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        taken -= size;
        const left = (held.get(holder) ?? 0) - size;
        if (left > 0) held.set(holder, left);
        else held.delete(holder);
        admitWaiting();
      },
    };
  }

  function admitWaiting(): void {
    for (const each of queue) {
      if (!isWithinShare(each)) continue;
      // A large one at the head is not overtaken by smaller ones for ever.
      if (taken + each.size > capacity) return;
      queue.delete(each);
      each.admit(take(each));
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
          // Who waited behind it may fit.
          admitWaiting();
        }, waitMs);
        queue.add(waiting);
        admitWaiting();
      });
    },
  };
}
