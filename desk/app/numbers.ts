import { francs, fromChf, type Chf, isWholeRappen } from "#core/money/money.ts";
import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { useLanguage } from "./texts.tsx";

/** An amount of the wire without its currency: `78.30`, `20.–`. */
export const amount = (chf: Chf): string => francs(fromChf(chf));

/** The same in a column of amounts, where a dash stands for none. */
export const amountOrDash = (chf: Chf): string => (fromChf(chf) === 0 ? "–" : amount(chf));

/** An amount that somebody is typing; unchanged while it is not a whole number of Rappen. */
export const typedAmount = (chf: number): string => (isWholeRappen(chf) ? francs(fromChf(chf)) : String(chf));

/** The same in the field in which it is typed: without signs between thousands. */
export const amountInField = (chf: number): string =>
  isWholeRappen(chf) ? chf.toFixed(2).replace(/\.00$/, ".–") : String(chf);

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
