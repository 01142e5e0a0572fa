import { defineExtension } from "#server/extension/extension.ts";

/** `kasse export` and `kasse import`: the whole database as one file (docs/backup.md). */
export const archive = defineExtension({
  name: "archive",
  isOn: () => true,
  loadCommands: () => import("./commands.ts"),
});
