import type { Logger } from "pino";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { addJobs, queueOf, type NewJob } from "#server/platform/jobs/queue.ts";
import { nextAttempt, type EsimProblem } from "./port.ts";
import { changeEsim, countProblem, findEsim } from "./queries.ts";

type Job = "order-esim" | "cancel-esim";

/**
 * Returns a job of an eSIM. It replaces a waiting job of the same order, and never runs at the same time as another
 * one.
 */
export function esimJob(name: Job, orderId: string, at?: Date): NewJob {
  return { name, payload: { orderId }, key: `esim:${orderId}`, queue: queueOf("esim", orderId), ...(at && { at }) };
}

/** Queues a job of an eSIM in the caller's transaction. */
export function queueEsim(tx: Handle, name: Job, orderId: string, at?: Date): Promise<void> {
  return addJobs(tx, [esimJob(name, orderId, at)]);
}

/** Queues the e-mail that a late eSIM is ready, or that an eSIM will not be delivered. */
export function mailAboutEsim(tx: Handle, orderId: string, about: "esimReady" | "esimFailed"): Promise<void> {
  return addJobs(tx, [{ name: "mail-order", payload: { orderId, about }, key: `mail-${about}:${orderId}` }]);
}

/** Slots for calling the SM-DP+ about an order, one call at a time. */
export type EsimSlots = {
  /**
   * Records that the SM-DP+ is about to be called about an order. Returns true if an earlier slot never ended, because
   * its process died in the middle of a call.
   */
  take(orderId: string): Promise<boolean>;
  /**
   * Ends a slot whose call had a problem: records the problem and queues the next attempt, if there is one. `leaks`: if
   * the response was lost, the SM-DP+ may have reserved a profile.
   */
  end(job: Job, orderId: string, problem: EsimProblem, lost: { readonly leaks: boolean }): Promise<void>;
};

export function createEsimSlots(needs: {
  readonly db: Database;
  readonly log: Pick<Logger, "error" | "warn">;
  readonly now: Clock;
}): EsimSlots {
  const { db, log, now } = needs;
  return {
    async take(orderId) {
      const row = await findEsim(db, orderId);
      await changeEsim(db, orderId, { asking_since: now() });
      return (row?.asking_since ?? null) !== null;
    },
    async end(job, orderId, problem, { leaks }) {
      const next = await db.transaction().execute(async (tx) => {
        const lost = leaks && problem.kind === "lost";
        const { tries, lost_answers } = await countProblem(tx, orderId, { code: problem.code, lost });
        const { delayS, alarm } = nextAttempt(problem, { tries, lost: lost ? lost_answers : null });
        const at = delayS === null ? null : new Date(now().getTime() + delayS * 1000);
        const failed = at === null && job === "order-esim";
        const change = { next_try_at: at, ...(alarm && { alarm }), ...(failed && { state: "failed" as const }) };
        const ifState = job === "order-esim" ? "ordered" : "cancelling";
        // If the eSIM's state has changed, for example because it was cancelled, another job is responsible.
        const isMine = await changeEsim(tx, orderId, change, { ifState });
        if (at && isMine) await queueEsim(tx, job, orderId, at);
        if (failed && isMine) await mailAboutEsim(tx, orderId, "esimFailed");
        return { at, alarm };
      });
      const facts = { orderId, problem: problem.code, nextTry: next.at?.toISOString() ?? null };
      if (next.alarm) log.error(facts, "alarm: an eSIM needs somebody to look at it");
      else log.warn(facts, "the SM-DP+ did not complete a request for an eSIM; it is retried");
    },
  };
}

/** Values of a row without a problem. */
export const SETTLED = { asking_since: null, tries: 0, next_try_at: null, problem: null, alarm: false } as const;
