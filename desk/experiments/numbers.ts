import { LANGUAGE_TAG } from "#core/text/locale.ts";
import { useLanguage, useTexts } from "#desk/app/texts.tsx";
import type { RunResult } from "#core/desk/experiments/result.ts";

const POINTS_PER_SHARE = 100;

/** Returns functions that format shares and their differences in the page's language. */
export function useNumbers() {
  const tag = LANGUAGE_TAG[useLanguage().locale];
  const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const percent = new Intl.NumberFormat(tag, { style: "percent", ...oneDigit });
  const points = new Intl.NumberFormat(tag, { ...oneDigit, signDisplay: "exceptZero" });
  const whole = new Intl.NumberFormat(tag);
  return {
    whole: (count: number): string => whole.format(count),
    /** Formats a share from 0 to 1 as `12.3 %`. */
    percent: (share: number): string => percent.format(share),
    /** Formats a difference of shares in percentage points with its sign, as `+1.2`. */
    points: (difference: number): string => points.format(difference * POINTS_PER_SHARE).replace("-", "−"),
  };
}

/** Parses a typed number, with a decimal point or comma; null if it is not a number. */
export function typedNumber(text: string): number | null {
  const plain = text
    .trim()
    .replaceAll(/[’'\s]/gu, "")
    .replace(",", ".");
  return /^\d{1,7}(?:\.\d{1,3})?$/.test(plain) ? Number(plain) : null;
}

/** Returns a function that explains in a sentence what a result means. */
export function useVerdict(): (result: RunResult) => string {
  const t = useTexts("experiments");
  const { points } = useNumbers();
  return ({ verdict, difference }) =>
    t(`verdicts.${verdict}`, { low: points(difference?.low ?? 0), high: points(difference?.high ?? 0) });
}
