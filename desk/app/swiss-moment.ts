import { parseDay } from "#core/time/dates.ts";
import { momentInZurich } from "#core/time/moments.ts";

/** The moment of a day (`YYYY-MM-DD`) and a time (`HH:MM`) in Switzerland, as the fields of a form have them; null if there is none. */
export function swissMoment(day: string, time: string): Date | null {
  const parsed = parseDay(day);
  const [hour, minute] = time.split(":").map(Number);
  if (!parsed || hour === undefined || minute === undefined) return null;
  return momentInZurich(parsed, hour, minute);
}
