/** The charts of the board that are exported. */
export const BOARD_CHARTS = ["funnel", "sales", "handovers", "payments", "texts", "errors", "stock"] as const;
export type BoardChart = (typeof BOARD_CHARTS)[number];
