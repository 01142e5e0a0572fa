import { parseDay } from "#core/time/dates.ts";
import { momentInZurich, readMoment } from "#core/time/moments.ts";
import { UsageError } from "./command.ts";

/** The moment of an option: a day or a time in Switzerland, or an ISO 8601 time with its zone. Throws a UsageError. */
export function timeOf(option: string, text: string): Date {
  const [, date = "", hour = "0", minute = "0"] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2}))?$/.exec(text) ?? [];
  const day = parseDay(date);
  const local = day && momentInZurich(day, Number(hour), Number(minute));
  if (local) return local;
  if (day && Number(hour) < 24 && Number(minute) < 60)
    throw new UsageError(`--${option} is "${text}", which the clock skips that night (summer time).`);
  const zoned = readMoment(text);
  if (zoned) return zoned;
  throw new UsageError(
    `--${option} is "${text}"; it must be a day such as 2026-12-01, or a time such as "2026-12-01 06:00" (Swiss time).`,
  );
}
