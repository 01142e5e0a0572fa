import { userInfo } from "node:os";
import { isPrintable } from "#core/text/plain-text.ts";
import type { Config } from "#server/config/config.ts";
import { UsageError } from "../../command.ts";
import { readMoment, readSpan } from "#core/time/moments.ts";

const LENGTH = { min: 5, max: 500 } as const;

/** The option for the reason, for commands that record it. */
export const REASON = {
  type: "string",
  value: "<text>",
  about: `the reason, ${LENGTH.min} to ${LENGTH.max} characters, for the record`,
  needed: true,
} as const;

/** Returns the reason in the option. Throws a UsageError if it is not valid. */
export function reasonOf(text: string | undefined): string {
  const reason = (text ?? "").trim();
  if (reason.length < LENGTH.min || reason.length > LENGTH.max)
    throw new UsageError(`--reason must have ${LENGTH.min} to ${LENGTH.max} characters.`);
  if (!isPrintable(reason)) throw new UsageError("--reason has control characters, such as a line break.");
  return reason;
}

/** Returns the user who runs the command, with the user who called `sudo` if there is one. */
export function actorOf({ operator }: Pick<Config, "operator">): string {
  const user = systemUser();
  return operator && operator !== user ? `${operator} as ${user}` : user;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user id may have no name.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/**
 * Returns the time in an option: a day or a time in Switzerland, or an ISO 8601 time with its zone. Throws a
 * UsageError.
 */
export function timeOf(option: string, text: string): Date {
  const span = readSpan(text);
  if (span) return span.from;
  if (readMoment(`${text}Z`))
    throw new UsageError(`--${option} is "${text}", which the clock skips that night (summer time).`);
  throw new UsageError(
    `--${option} is "${text}"; it must be a day such as 2026-12-01, or a time such as "2026-12-01 06:00" (Swiss time).`,
  );
}
