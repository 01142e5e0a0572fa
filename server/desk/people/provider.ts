import { fail, ok, type Result } from "#server/calls/result.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { Unavailable } from "#server/platform/unavailable.ts";

/** The login provider's answer, or a failure if it does not answer. The log has the reason. */
export async function fromProvider<T>(
  { log }: Pick<DeskServices, "log">,
  asked: Promise<T>,
): Promise<Result<T, "providerDown">> {
  try {
    return ok(await asked);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn({ error: error.message }, "the login provider of the desk did not answer");
    return fail("providerDown");
  }
}
