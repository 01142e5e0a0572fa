import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from "cockatiel";
import { Unavailable } from "./unavailable.ts";

/** After so many failures in a row a system is left alone for so long, in ms. */
export type BreakerLimits = { readonly failures: number; readonly restMs: number };

/** The system is left alone at the moment. Handled as Unavailable, but not worth a retry. */
export class LeftAlone extends Unavailable {}

/** Keeps calls from a system that does not answer. */
export type Breaker = {
  readonly isOpen: boolean;
  /** Runs work that calls the system. Throws LeftAlone while the system is left alone; after that, one piece of work tries it. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * A circuit breaker. Only a system that does not answer counts as a failure (`Unavailable`), not what is wrong with the question. `onChange`
 * hears when it is left alone, and when it answers again.
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
    run: (work) =>
      policy.execute(work).catch((error: unknown) => {
        throw isBrokenCircuitError(error) ? new LeftAlone(`${name}: left alone after repeated failures`) : error;
      }),
  };
}
