import { defineExtension } from "kasse/extension";
import { LIMITS, SETTINGS } from "./settings.ts";

/** Voucher codes, which shoppers enter beside their order (README.md). */
export default defineExtension({
  name: "vouchers",
  about: "voucher codes",
  kasse: "1.0",
  chapter: { title: "Vouchers", settings: SETTINGS },
  isOn: ({ vouchers }) => vouchers,
  limits: LIMITS,
  migrations: new URL("migrations/", import.meta.url),
  loadCommands: () => import("./commands.ts"),
  loadUpkeep: () => import("./upkeep.ts"),
  load: () => import("./running.ts"),
});
