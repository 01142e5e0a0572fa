import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { call, type Result } from "./call.ts";

/** Returns the options for the call that prepares a step. */
export function prepareCall(step: string, pageStep: string) {
  return { params: { step, pageStep }, anonymous: step === "1" || step === "2" };
}

/** Asks the server whether a step can be entered, and for the step's data. Sends the token from step 3 on. */
export async function prepare<Step extends keyof PrepareAnswers>(
  step: Step,
  pageStep: string,
): Promise<Result<PrepareAnswers[Step]>> {
  const result = await call("prepare", prepareCall(step, pageStep));
  return result as Result<PrepareAnswers[Step]>;
}
