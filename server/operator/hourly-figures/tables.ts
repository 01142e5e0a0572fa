import type { FigureSource } from "#core/desk/figures.ts";
import type { Created, Timestamp, NullableStoredJson } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Figures, and the index that is used to compute them. */
  interface Tables {
    /** The figures of an hour, computed from the records of a source. */
    desk_figures: {
      source: FigureSource;
      hour: Date;
      /** The figures by kind; null until they are computed. */
      figures: NullableStoredJson;
      due_at: Timestamp;
      changed_at: Created;
    };
    /** The start of each checkout, an index that the desk itself writes. */
    desk_checkouts: { created_at: Date; checkout_id: string };
  }
}
