import type { Config } from "#server/config/config.ts";
import { isSameSecret } from "#server/platform/http/same-secret.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";

/** Whether a token is the operator's: the secret that signs the events. The sandbox has none, so nobody has the token. */
export function checkOperator(
  { handover }: Pick<Config, "handover">,
  token: string | null,
): Result<null, "operatorTokenWrong"> {
  const secret = handover.provider === "webhook" ? handover.secret : null;
  return isSameSecret(secret, token) ? ok(null) : fail("operatorTokenWrong");
}
