/** What a warehouse or a person can report about an article: pieces received, or pieces counted. */
export const STOCK_REPORTS = ["received", "counted"] as const;
export type StockReport = { readonly kind: (typeof STOCK_REPORTS)[number]; readonly pieces: number };

/**
 * Entries that a person at the desk can add to the ledger. `corrected`: pieces to add, or to remove if negative, such
 * as a broken one.
 */
export const STOCK_CHANGES = [...STOCK_REPORTS, "corrected"] as const;
export type StockChange = { readonly kind: (typeof STOCK_CHANGES)[number]; readonly pieces: number };

/** Maximum number of pieces in one change; no shop has more of one article. */
export const MAX_PIECES = 9_999_999;
export const MIN_PIECES: Readonly<Record<StockChange["kind"], number>> = {
  received: 1,
  counted: 0,
  corrected: -MAX_PIECES,
};

/** Returns whether a number of pieces is valid for this kind of change. A correction of 0 is not. */
export function isStockChange({ kind, pieces }: StockChange): boolean {
  const isInRange = Number.isSafeInteger(pieces) && pieces >= MIN_PIECES[kind] && pieces <= MAX_PIECES;
  return isInRange && !(kind === "corrected" && pieces === 0);
}

/** The state of an article's ledger when a report arrives. */
export type StockLevel = {
  /** Pieces that are not sold, computed as the sum of all movements. */
  readonly onHand: number;
  /** The sum of the movements since the time of the report. */
  readonly movedSince: number;
  /** Whether the article was counted after the time of the report. */
  readonly countedLater: boolean;
};

/**
 * Returns how many pieces a report adds, or removes if negative. A count states the stock at its own time, so later
 * movements still apply to it. If the article was counted after the report, that count already includes the report, so
 * it adds nothing. A count never makes the stock negative: overselling shows up as a shortage at dispatch.
 */
export function piecesMoved(report: StockChange, { onHand, movedSince, countedLater }: StockLevel): number {
  if (countedLater) return 0;
  if (report.kind !== "counted") return report.pieces;
  return Math.max(0, report.pieces + movedSince) - onHand;
}
