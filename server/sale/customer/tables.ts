import type { Moment, NullableStoredJson } from "#server/platform/database/column.ts";

declare module "#server/platform/database/tables.ts" {
  /** Solvency checks. */
  interface Tables {
    credit_checks: {
      question: string;
      related: string[];
      asked_at: Moment;
      /** Null while it is asked. */
      answer: NullableStoredJson;
    };
  }
}
