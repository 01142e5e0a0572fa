import { francs, fromChf, type Chf, isWholeRappen } from "#core/money/money.ts";
import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { useLanguage } from "./texts.tsx";

/** Formats an amount from the wire without its currency: `78.30`, `20.–`. */
export const amount = (chf: Chf): string => francs(fromChf(chf));

/** Formats an amount for a column of amounts, with a dash for 0. */
export const amountOrDash = (chf: Chf): string => (fromChf(chf) === 0 ? "–" : amount(chf));

/** Formats an amount while it is being typed. An amount that is not a whole number of Rappen stays unchanged. */
export const typedAmount = (chf: number): string => (isWholeRappen(chf) ? francs(fromChf(chf)) : String(chf));

/** Formats an amount for an input field, without thousands separators. */
export const amountInField = (chf: number): string =>
  isWholeRappen(chf) ? chf.toFixed(2).replace(/\.00$/, ".–") : String(chf);

/** Returns functions that format numbers in a language. */
function numbersIn(locale: Locale) {
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(LANGUAGE_TAG[locale], options);
  const whole = format({ maximumFractionDigits: 0 });
  const signed = format({ maximumFractionDigits: 0, signDisplay: "exceptZero" });
  const percent = format({ style: "percent", maximumFractionDigits: 0 });
  const change = format({ style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });
  return {
    count: (value: number): string => whole.format(value),
    /** Formats a change with its sign: `+1’200`, `−5`. */
    signed: (value: number): string => signed.format(value).replace("-", "−"),
    /** Formats a share from 0 to 1: `24 %`. */
    percent: (share: number): string => percent.format(share),
    /** Formats a relative change with its sign: `+12 %`. */
    change: (share: number): string => change.format(share),
    /** Formats a duration in seconds: `8 s`, `12 min`. */
    seconds(value: number): string {
      const [unit, size] = value < 120 ? (["second", 1] as const) : (["minute", 60] as const);
      return format({ style: "unit", unit, unitDisplay: "narrow", maximumFractionDigits: 0 }).format(value / size);
    },
  };
}

export type Numbers = ReturnType<typeof numbersIn>;

/** Returns functions that format numbers in the page's language. */
export function useNumbers(): Numbers {
  return numbersIn(useLanguage().locale);
}
