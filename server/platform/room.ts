/** What somebody has taken of a room. Releasing it twice is harmless. */
type Place = { release(): void };

export type Room = {
  /**
   * Takes `size` of the room for a holder, waiting if it is full. Null after the waiting time, or at once if too many wait. A size
   * above the holder's share counts as the share.
   */
  enter(size: number, holder: string): Promise<Place | null>;
  /** How much is taken now. */
  readonly taken: number;
};

type Options = {
  readonly size: number;
  /** The most that one holder may have. */
  readonly share: number;
  readonly waitMs: number;
  readonly maxWaiting: number;
};
type Waiting = { readonly size: number; readonly holder: string; admit(place: Place): void };
/** What a holder has now, and the turn in which it was admitted last. */
type Holder = { held: number; lastTurn: number };

/**
 * A limited room, such as memory in bytes, that is reserved before it is used. The holder who has least of it is admitted first, and
 * among equals the one whose last turn is longest ago, so that somebody with many requests does not delay somebody with one.
 */
export function createRoom({ size: capacity, share, waitMs, maxWaiting }: Options): Room {
  const holders = new Map<string, Holder>();
  const queue = new Set<Waiting>();
  let taken = 0;
  let turn = 0;

  const stateOf = (holder: string): Holder => holders.get(holder) ?? { held: 0, lastTurn: 0 };

  function change(holder: string, size: number, lastTurn: number): void {
    taken += size;
    const held = stateOf(holder).held + size;
    const isHere = held > 0 || [...queue].some((each) => each.holder === holder);
    if (isHere) holders.set(holder, { held, lastTurn });
    else holders.delete(holder);
  }

  function take({ size, holder }: Waiting): Place {
    change(holder, size, (turn += 1));
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        change(holder, -size, stateOf(holder).lastTurn);
        admitWaiting();
      },
    };
  }

  /** Whose turn it is; those whose share is used up are passed over. */
  function next(): Waiting | null {
    const mayEnter = [...queue].filter(({ holder, size }) => stateOf(holder).held + size <= share);
    const byTurn = mayEnter.toSorted((one, other) => {
      const [a, b] = [stateOf(one.holder), stateOf(other.holder)];
      return a.held - b.held || a.lastTurn - b.lastTurn;
    });
    return byTurn[0] ?? null;
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
          // Others may fit where it did not.
          admitWaiting();
        }, waitMs);
        queue.add(waiting);
        admitWaiting();
      });
    },
  };
}
