import type { Selectable } from "kysely";
import type { AccountTables } from "./tables/accounts.ts";
import type { CheckoutTables } from "./tables/checkouts.ts";
import type { DeskTables } from "./tables/desk.ts";
import type { OperationTables } from "./tables/operation.ts";
import type { OrderTables } from "./tables/orders.ts";
import type { SandboxTables } from "./tables/sandbox.ts";
import type { ShopWindowTables } from "./tables/shop-window.ts";

/** Row types of the migrated database. Only modules with queries use them; rows are never sent to clients. */
export type Tables = ShopWindowTables &
  AccountTables &
  CheckoutTables &
  OrderTables &
  OperationTables &
  DeskTables &
  SandboxTables;

export type StockMovement = Selectable<Tables["stock_movements"]>;
export type PaymentRow = Selectable<Tables["payments"]>;
export type AccountRow = Selectable<Tables["accounts"]>;
