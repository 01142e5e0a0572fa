import type { Generated } from "kysely";
import type { EsimProgress } from "#core/order/esim.ts";
import { type Created, type Timestamp, type NullableTimestamp, columnsOf } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** eSIMs, their progress and their ICCIDs. */
  interface Tables {
    esims: {
      order_id: string;
      profile_type: string;
      state: Generated<"ordered" | "ready" | "failed" | "cancelling" | "cancelled">;
      sealed_matching_id: Buffer | null;
      key_id: string | null;
      iccid: string | null;
      smdp_address: string | null;
      asking_since: NullableTimestamp;
      tries: Generated<number>;
      lost_answers: Generated<number>;
      next_try_at: NullableTimestamp;
      problem: string | null;
      alarm: Generated<boolean>;
      confirm_asked: Generated<boolean>;
      cancel_asked: Generated<boolean>;
      round: Generated<number>;
      progress: EsimProgress | null;
      progress_at: NullableTimestamp;
      created_at: Created;
    };
    esim_notifications: {
      id: Generated<string>;
      order_id: string;
      point: number;
      status: string;
      code: string | null;
      at: Timestamp;
      received_at: Created;
    };
    esim_iccids: {
      iccid: string;
      profile_type: string;
      order_id: string | null;
      asked: Generated<boolean>;
      spent: Generated<boolean>;
      loaded_at: Created;
    };
    esim_reads: { id: Generated<string>; order_id: string; account_id: string; read_at: Created };
  }
}

/** Every column of `esims`. */
export const ESIM_COLUMNS = columnsOf("esims", {
  order_id: true,
  profile_type: true,
  state: true,
  sealed_matching_id: true,
  key_id: true,
  iccid: true,
  smdp_address: true,
  asking_since: true,
  tries: true,
  lost_answers: true,
  next_try_at: true,
  problem: true,
  alarm: true,
  confirm_asked: true,
  cancel_asked: true,
  round: true,
  progress: true,
  progress_at: true,
  created_at: true,
});
