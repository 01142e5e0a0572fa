import type { Generated, Selectable } from "kysely";
import { type Created, type Timestamp, columnsOf } from "#server/platform/database/columns.ts";
import type { Tables } from "#server/platform/database/tables.ts";

declare module "#server/platform/database/tables.ts" {
  /** The pieces of articles. */
  interface Tables {
    stock: { article: string; on_hand: number; loaded: number; entries: number };
    stock_movements: {
      id: Generated<string>;
      article: string;
      kind: "opening" | "received" | "counted" | "sold" | "returned" | "corrected";
      pieces: number;
      order_number: string | null;
      event_id: string | null;
      actor: string;
      reason: string | null;
      at: Timestamp;
      recorded_at: Created;
    };
    stock_holds: { checkout_id: string; article: string; until: Timestamp };
  }
}

export type StockMovement = Selectable<Tables["stock_movements"]>;

/** Every column of `stock_movements`. */
export const MOVEMENT_COLUMNS = columnsOf("stock_movements", {
  id: true,
  article: true,
  kind: true,
  pieces: true,
  order_number: true,
  event_id: true,
  actor: true,
  reason: true,
  at: true,
  recorded_at: true,
});
