import { timingSafeEqual, createHash } from "node:crypto";
import type { Config } from "#server/config/config.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";

/** Whether a token is the operator's: the secret that signs the events. The sandbox has none, so nobody has the token. */
export function checkOperator(
  { handover }: Pick<Config, "handover">,
  token: string | null,
): Result<null, "operatorTokenWrong"> {
  const secret = handover.provider === "webhook" ? handover.secret : null;
  const known = secret !== null && token !== null && timingSafeEqual(sha256(secret), sha256(token));
  return known ? ok(null) : fail("operatorTokenWrong");
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
