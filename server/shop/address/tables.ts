import type { Generated } from "kysely";
import type { Created } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** The address register. */
  interface Tables {
    address_streets: {
      id: Generated<number>;
      street: string;
      zipcode: string;
      city: string;
      houses: string[];
      search: string;
    };
    address_loads: { checksum: string; houses: number; loaded_at: Created };
  }
}
