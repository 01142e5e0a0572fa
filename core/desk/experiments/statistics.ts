/** The quantile of the normal distribution for a two-sided 95 % interval, or a test at 5 %. */
const Z_TWO_SIDED_95 = 1.959963984540054;
/** The quantile for a power of 80 %. */
const Z_POWER_80 = 0.8416212335729143;
/** The value that chi-squared with one degree of freedom exceeds by chance once in a thousand times. */
const CHI_SQUARED_1_IN_1000 = 10.827566170662733;

/** `part` of `whole`, which is not 0. */
export type Proportion = { readonly part: number; readonly whole: number };
/** An interval of shares from 0 to 1, or of their differences from −1 to 1. */
export type Interval = { readonly low: number; readonly high: number };

/**
 * Returns the 95 % interval of a share: Wilson's score interval without continuity correction (Wilson 1927, JASA
 * 22:209–212).
 */
export function wilsonInterval({ part, whole }: Proportion): Interval {
  const z2 = Z_TWO_SIDED_95 ** 2;
  const share = part / whole;
  const middle = share + z2 / (2 * whole);
  const half = Z_TWO_SIDED_95 * Math.sqrt((share * (1 - share)) / whole + z2 / (4 * whole ** 2));
  const scale = 1 + z2 / whole;
  // At the ends, rounding could give slightly less than 0 or more than 1.
  return {
    low: part === 0 ? 0 : (middle - half) / scale,
    high: part === whole ? 1 : (middle + half) / scale,
  };
}

/**
 * Returns by how much the share of `one` exceeds that of `other`, with its 95 % interval: the hybrid score interval
 * without continuity correction (Newcombe 1998, Statistics in Medicine 17:873–890, method 10).
 */
export function differenceInterval(one: Proportion, other: Proportion): Interval & { readonly difference: number } {
  const [p1, p2] = [one.part / one.whole, other.part / other.whole];
  const [i1, i2] = [wilsonInterval(one), wilsonInterval(other)];
  const difference = p1 - p2;
  return {
    difference,
    low: difference - Math.hypot(p1 - i1.low, i2.high - p2),
    high: difference + Math.hypot(i1.high - p1, p2 - i2.low),
  };
}

/**
 * Returns whether two halves differ so much in size (p < 0.001) that the split must be wrong and the result means
 * nothing: a sample ratio mismatch, by the chi-squared test (Fabijan et al. 2019, KDD, 2156–2164).
 */
export function isUnbalanced(one: number, other: number): boolean {
  const all = one + other;
  return all > 0 && (one - other) ** 2 / all > CHI_SQUARED_1_IN_1000;
}

/**
 * Returns the sample size needed in each of two groups to detect a `difference` from a `share` with a power of 80 %, in
 * a two-sided test at 5 %: the larger of the sizes for an increase and a decrease (Fleiss, Levin and Paik 2003,
 * Statistical Methods for Rates and Proportions, 3rd edition, chapter 4, without continuity correction). Null if no
 * such difference is possible.
 */
export function neededInEach(share: number, difference: number): number | null {
  if (!(share > 0 && share < 1 && difference > 0)) return null;
  const others = [share + difference, share - difference].filter((other) => other > 0 && other < 1);
  const sizes = others.map((other) => {
    const mean = (share + other) / 2;
    const chance = Z_TWO_SIDED_95 * Math.sqrt(2 * mean * (1 - mean));
    const power = Z_POWER_80 * Math.sqrt(share * (1 - share) + other * (1 - other));
    return Math.ceil((chance + power) ** 2 / difference ** 2);
  });
  return sizes.length === 0 ? null : Math.max(...sizes);
}
