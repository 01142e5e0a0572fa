import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from "cockatiel";
import { Unavailable } from "#server/platform/unavailable.ts";

/** After so many failures in a row a system is left alone for so long, in ms. */
export type BreakerLimits = { readonly failures: number; readonly restMs: number };
const LIMITS: BreakerLimits = { failures: 5, restMs: 30_000 };

export type BreakerState = "closed" | "open" | "trying";

/** Keeps the jobs of a lane from a system that does not answer. */
export type Breaker = {
  readonly state: BreakerState;
  /** Runs work that calls the system. Fails at once while the system is left alone; then one piece of work tries it. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

const STATES: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: "closed",
  [CircuitState.Open]: "open",
  [CircuitState.HalfOpen]: "trying",
  [CircuitState.Isolated]: "open",
};

/** `onChange` hears of every new state. Only a system that does not answer counts as a failure (`Unavailable`), not a job's own mistake. */
export function createBreaker(
  name: string,
  onChange: (state: BreakerState) => void,
  { failures, restMs }: BreakerLimits = LIMITS,
): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof Unavailable),
    { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: restMs },
  );
  policy.onStateChange((state) => onChange(STATES[state]));
  return {
    get state() {
      return STATES[policy.state];
    },
    run: (work) =>
      policy.execute(work).catch((error: unknown) => {
        throw isBrokenCircuitError(error)
          ? new Error(`the system behind the ${name} jobs is left alone after repeated failures`)
          : error;
      }),
  };
}
