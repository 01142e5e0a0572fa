import { defineExtension } from "#server/extension/extension.ts";

/** `kasse export` and `kasse import`: the whole database as one file (its README). */
export const archive = defineExtension({
  name: "archive",
  about: "the whole database as one file: `export` and `import` of `kasse`",
  isOn: () => true,
  loadCommands: () => import("./commands.ts"),
});
