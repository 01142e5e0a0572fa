import type { Generated } from "kysely";
import type { Created, Moment, NullableMoment, StoredJson } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** What is for sale, and from when. */
  interface Tables {
    catalogues: {
      version: Generated<number>;
      content: StoredJson;
      checksum: string;
      /** Of a version that is another one for a time: which one, and from when; null from its beginning. */
      period_of: number | null;
      period_from: NullableMoment;
      loaded_at: Created;
    };
    catalogue_activations: {
      id: Generated<number>;
      version: number;
      starts_at: Moment;
      actor: string;
      ordered_at: Moment;
      cancelled_at: NullableMoment;
      cancelled_by: string | null;
    };
    catalogue_sales: { activation_id: number; version: number; starts_at: Moment; holds_from: Moment };
  }
}
