import type { Config } from "#server/config/config.ts";
import { isSameSecret } from "#server/platform/http/secrets.ts";
import { fail, ok, type Result } from "#server/api/result.ts";

/** Returns the secret that signs events and that the operator's systems send as their token. The sandbox has none. */
export const operatorSecret = ({ handover }: Pick<Config, "handover">): string | null =>
  handover.provider === "webhook" ? handover.secret : null;

/** Checks that a token is the operator's. */
export function checkOperator(
  config: Pick<Config, "handover">,
  token: string | null,
): Result<null, "operatorTokenWrong"> {
  return isSameSecret(operatorSecret(config), token) ? ok(null) : fail("operatorTokenWrong");
}
