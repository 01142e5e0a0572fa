import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from "cockatiel";
import { Unavailable, Unreadable } from "./unavailable.ts";

/** A circuit opens after `failures` consecutive failures, and stays open for `restMs` ms. */
export type BreakerLimits = { readonly failures: number; readonly restMs: number };

/**
 * Thrown without calling the system, because its circuit is open. Handled as Unavailable, except that a retry is
 * pointless.
 */
export class CircuitOpen extends Unavailable {}

/** Blocks calls to a system that does not respond. */
export type Breaker = {
  readonly isOpen: boolean;
  /**
   * Runs work that calls the system. Throws CircuitOpen while the circuit is open. Once the pause is over, one call is
   * let through as a test.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Returns a circuit breaker. Only a system that does not respond (`Unavailable`) counts as a failure, not an invalid
 * request. An answer that cannot be read (`Unreadable`) is a response: one faulty record must not keep others from
 * theirs. `onChange` is called when the circuit opens, and when the system responds again.
 */
export function createBreaker(
  name: string,
  { failures, restMs }: BreakerLimits,
  onChange: (isOpen: boolean) => void = () => undefined,
): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof Unavailable),
    { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: restMs },
  );
  policy.onBreak(() => onChange(true));
  policy.onReset(() => onChange(false));
  return {
    get isOpen() {
      return policy.state === CircuitState.Open;
    },
    async run(work) {
      const responded = async () => {
        try {
          return { value: await work() };
        } catch (error) {
          if (error instanceof Unreadable) return { error };
          throw error;
        }
      };
      const response = await policy.execute(responded).catch((error: unknown) => {
        throw isBrokenCircuitError(error) ? new CircuitOpen(`${name}: left alone after repeated failures`) : error;
      });
      if ("error" in response) throw response.error;
      return response.value;
    },
  };
}
