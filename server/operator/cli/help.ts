import type { Command } from "./command.ts";
import { aligned } from "./table.ts";

/** The list of all commands or of one group (such as `orders`); null if the group does not exist. `program`: how it is called. */
export function helpForAll(program: string, commands: readonly Command[], group?: string): string | null {
  const wanted = group === undefined || group.startsWith("-") ? "" : `${group} `;
  const listed = commands.filter(({ name }) => name.startsWith(wanted));
  if (listed.length === 0) return null;
  const rows = listed.map(({ name, args = "", about }) => [`  ${name} ${args}`.trimEnd(), about]);
  return [
    `${program} ${wanted}<command>`,
    "",
    ...aligned(rows),
    "",
    `\`${program} <command> --help\` shows details. Commands use the server's settings (docs/settings.md): DATABASE_URL,`,
    "or the embedded database in DATA_DIR, even while the shop is running.",
  ].join("\n");
}

/** The usage and options of one command. */
export function helpFor(program: string, { name, args, about, more, options = {} }: Command): string {
  const listed = Object.entries(options);
  const needed = listed.filter(([, spec]) => spec.needed).map(([option, spec]) => `--${option} ${spec.value ?? ""}`);
  const rows = listed.map(([option, { value, about: text }]) => [`  --${option} ${value ?? ""}`.trimEnd(), text]);
  return [
    [program, name, args, ...needed, ...(listed.length > needed.length ? ["[options]"] : [])].filter(Boolean).join(" "),
    "",
    `${about[0]?.toUpperCase()}${about.slice(1)}.`,
    ...(more ? [more] : []),
    ...(rows.length > 0 ? ["", ...aligned(rows)] : []),
  ].join("\n");
}
