import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { useLanguage } from "./texts.tsx";

/** How numbers are written in a language. */
function numbersIn(locale: Locale) {
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(LANGUAGE_TAG[locale], options);
  const whole = format({ maximumFractionDigits: 0 });
  const percent = format({ style: "percent", maximumFractionDigits: 0 });
  const change = format({ style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });
  return {
    count: (value: number): string => whole.format(value),
    /** A share from 0 to 1: `24 %`. */
    percent: (share: number): string => percent.format(share),
    /** A change by a share, with its sign: `+12 %`. */
    change: (share: number): string => change.format(share),
    /** A time in seconds: `8 s`, `12 min`. */
    seconds(value: number): string {
      const [unit, size] = value < 120 ? (["second", 1] as const) : (["minute", 60] as const);
      return format({ style: "unit", unit, unitDisplay: "narrow", maximumFractionDigits: 0 }).format(value / size);
    },
  };
}

export type Numbers = ReturnType<typeof numbersIn>;

/** How numbers are written on this page. */
export function useNumbers(): Numbers {
  return numbersIn(useLanguage().locale);
}
