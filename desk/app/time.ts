import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { useLanguage } from "./texts.tsx";
import { parseDay } from "#core/time/dates.ts";
import { momentInZurich } from "#core/time/moments.ts";
import { useEffect, useState } from "react";

const ZONE = { timeZone: "Europe/Zurich" } as const;
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Returns how long ago a time was, in the largest unit that gives a whole number. */
function lengthOf(iso: string, now: Date) {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(iso).getTime()) / 1000));
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? (["second", 1] as const);
  return { unit, count: Math.floor(seconds / length) };
}

/** Returns functions that format times and days in a language, in Swiss time. */
function timesIn(locale: Locale) {
  const tag = LANGUAGE_TAG[locale];
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...ZONE, ...options });
  const time = format({ hour: "2-digit", minute: "2-digit" });
  const day = format({ day: "numeric", month: "numeric", year: "2-digit" });
  const hour = format({ hour: "numeric" });
  const weekday = format({ weekday: "long" });
  const dayAndMonth = format({ weekday: "short", day: "numeric", month: "numeric" });
  const full = format({ dateStyle: "medium", timeStyle: "medium" });
  return {
    /** Formats a time as `20:12` if it is today, otherwise with its day. */
    short(iso: string, now: Date): string {
      const date = new Date(iso);
      return day.format(date) === day.format(now) ? time.format(date) : `${day.format(date)} ${time.format(date)}`;
    },
    /** Formats a time with seconds, for comparison with a log. */
    full: (iso: string): string => full.format(new Date(iso)),
    /** Formats a day `YYYY-MM-DD`. */
    day: (text: string): string => day.format(new Date(`${text}T12:00:00Z`)),
    /** Returns the weekday of a day `YYYY-MM-DD`. */
    weekday: (text: string): string => weekday.format(new Date(`${text}T12:00:00Z`)),
    /** Returns the hour of a time: `14`. */
    hour: (iso: string): string => hour.formatToParts(new Date(iso)).find(({ type }) => type === "hour")?.value ?? "",
    /** Returns the day of a time: `Mo 23.11.` */
    dayOf: (iso: string): string => dayAndMonth.format(new Date(iso)),
    /** Returns how long ago a time was: `34 Minuten`. */
    ago(iso: string, now: Date): string {
      const { unit, count } = lengthOf(iso, now);
      return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(count);
    },
    /** Returns a time relative to now: `vor 34 Minuten`. */
    before(iso: string, now: Date): string {
      const { unit, count } = lengthOf(iso, now);
      return new Intl.RelativeTimeFormat(tag).format(-count, unit);
    },
  };
}

export type Times = ReturnType<typeof timesIn>;

/** Returns functions that format times in the page's language. */
export function useTimes(): Times {
  return timesIn(useLanguage().locale);
}

/**
 * Combines a day (`YYYY-MM-DD`) and a Swiss time of day (`HH:MM`), as typed into a form. Null if one of them is
 * invalid.
 */
export function swissMoment(day: string, time: string): Date | null {
  const parsed = parseDay(day);
  const [hour, minute] = time.split(":").map(Number);
  if (!parsed || hour === undefined || minute === undefined) return null;
  return momentInZurich(parsed, hour, minute);
}

/** Interval between updates of `useNow`, in ms. */
const UPDATE_INTERVAL_MS = 30_000;

export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), UPDATE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
