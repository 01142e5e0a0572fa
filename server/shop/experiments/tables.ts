import type { Generated } from "kysely";
import type { Arm, ExperimentId } from "#core/checkout-record/experiments.ts";
import type { Timestamp, NullableTimestamp, NullableStoredJson } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Runs of experiments. */
  interface Tables {
    desk_experiments: {
      id: Generated<string>;
      /** Rows of earlier versions can have names that no longer exist. */
      experiment: ExperimentId;
      hypothesis: string;
      per_arm: number;
      starts_at: Timestamp;
      ends_at: Timestamp;
      begun_by: string;
      begun_by_id: string;
      begun_at: Timestamp;
      stopped_at: NullableTimestamp;
      /** Null if the run's rule stopped it. */
      stopped_by: string | null;
      stop_reason: string | null;
      adopted_arm: Arm | null;
      adopted_by: string | null;
      adopted_by_id: string | null;
      adopted_at: NullableTimestamp;
      adoption_reason: string | null;
      decided_on: NullableStoredJson;
    };
  }
}
