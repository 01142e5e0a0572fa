/** What a warehouse, or a person, reports of an article: pieces that have come, or how many are there. */
export const STOCK_REPORTS = ["received", "counted"] as const;
export type StockReport = { readonly kind: (typeof STOCK_REPORTS)[number]; readonly pieces: number };

/**
 * What a person at the desk writes into the ledger. `corrected`: pieces more, or fewer if negative, than it says, such
 * as a broken one.
 */
export const STOCK_CHANGES = [...STOCK_REPORTS, "corrected"] as const;
export type StockChange = { readonly kind: (typeof STOCK_CHANGES)[number]; readonly pieces: number };

/** Pieces of one change: more than any shop has of one article. */
export const MOST_PIECES = 9_999_999;
export const LEAST_PIECES: Readonly<Record<StockChange["kind"], number>> = {
  received: 1,
  counted: 0,
  corrected: -MOST_PIECES,
};

/** Whether a number of pieces makes sense for a change. A correction by nothing is none. */
export function isStockChange({ kind, pieces }: StockChange): boolean {
  const isInRange = Number.isSafeInteger(pieces) && pieces >= LEAST_PIECES[kind] && pieces <= MOST_PIECES;
  return isInRange && !(kind === "corrected" && pieces === 0);
}

/** What the ledger of an article says at a report. */
export type StockLevel = {
  /** Pieces that are not sold: the sum of all movements. */
  readonly onHand: number;
  /** The sum of the movements after the moment of the report. */
  readonly movedSince: number;
  /** Whether the article was counted at a later moment than that of the report. */
  readonly countedLater: boolean;
};

/**
 * How many pieces a report adds, or removes if negative. A count says what was there at its moment, so that what has
 * moved since stays moved. Whatever happened before the last count was counted by it, and adds nothing. Never less
 * than nothing is left: pieces that were sold although they were not there are missing when they are sent.
 */
export function piecesMoved(report: StockChange, { onHand, movedSince, countedLater }: StockLevel): number {
  if (countedLater) return 0;
  if (report.kind !== "counted") return report.pieces;
  return Math.max(0, report.pieces + movedSince) - onHand;
}
