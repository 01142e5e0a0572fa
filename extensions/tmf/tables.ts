import type { Generated } from "kysely";
import type { Created, NullableTimestamp } from "#server/platform/database/columns.ts";

/** The number of the advisory lock of a system's listeners. Its second key is the hash of the system's name. */
export const LISTENERS_LOCK = 779_011;

declare module "#server/platform/database/tables.ts" {
  /** Systems that are told about orders and catalogues, and what each was told last. */
  interface Tables {
    tmf_listeners: {
      id: Generated<string>;
      integrator: string;
      interface: Generated<string>;
      callback: string;
      event_type: string | null;
      created_at: Created;
      told_version: number | null;
      /** Failed attempts in sequence; until when it is left alone; since when it has accepted nothing. */
      failures: Generated<number>;
      again_at: NullableTimestamp;
      failing_since: NullableTimestamp;
    };
    tmf_told: {
      listener_id: string;
      order_id: string;
      state: string | null;
      failures: Generated<number>;
      again_at: NullableTimestamp;
    };
  }
}
