import type { Generated } from "kysely";
import type { Arm, ExperimentId } from "#core/checkout-record/experiments.ts";
import type { Moment, NullableMoment, NullableStoredJson } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Runs of experiments. */
  interface Tables {
    desk_experiments: {
      id: Generated<string>;
      /** Rows of earlier versions can have names that no longer exist. */
      experiment: ExperimentId;
      hypothesis: string;
      per_arm: number;
      starts_at: Moment;
      ends_at: Moment;
      begun_by: string;
      begun_by_id: string;
      begun_at: Moment;
      stopped_at: NullableMoment;
      /** Null if the run's rule stopped it. */
      stopped_by: string | null;
      stop_reason: string | null;
      adopted_arm: Arm | null;
      adopted_by: string | null;
      adopted_by_id: string | null;
      adopted_at: NullableMoment;
      adoption_reason: string | null;
      decided_on: NullableStoredJson;
    };
  }
}
