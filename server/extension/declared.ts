import { fileURLToPath } from "node:url";
import type { Command } from "#server/command.ts";
import type { Config } from "#server/config/config.ts";
import type { Rule } from "#server/config/rule.ts";
import type { MigrationFolder } from "#server/platform/database/migrate.ts";
import { CORE_JOBS } from "#server/platform/jobs/lanes.ts";
import type { SecurityEvents } from "#server/platform/security/events.ts";
import type { Extension, Upkeep } from "./extension.ts";
import { ExtensionError } from "./failure.ts";
import { paysInPage } from "./forms-in-page.ts";

/** Returns the extensions from outside of the tree. */
export const outsideOf = (all: readonly Extension[]): readonly Extension[] =>
  all.filter(({ outside }) => outside !== undefined);

/** Returns the names of the extensions from outside of the tree that the settings switch on. */
export const outsideOn = (all: readonly Extension[], config: Config): readonly string[] =>
  outsideOf(all).flatMap((extension) => (extension.isOn(config) ? [extension.name] : []));

/** Returns rules that find each extension from outside of the tree that cannot say whether it is on. */
export const switchesOf = (all: readonly Extension[]): readonly Rule[] =>
  outsideOf(all).map((extension): Rule => (config) => {
    try {
      extension.isOn(config);
      return [];
    } catch (error) {
      if (error instanceof ExtensionError) return [error.message];
      throw error;
    }
  });

/** Returns the security events of extensions. */
export const securityEventsOf = (all: readonly Extension[]): SecurityEvents =>
  Object.assign({}, ...all.map(({ securityEvents }) => securityEvents)) as SecurityEvents;

/** Returns the names of all jobs, those of switched-off extensions too: some may still be queued. */
export const jobNames = (all: readonly Extension[]): readonly string[] => [
  ...CORE_JOBS,
  ...all.flatMap(({ jobs = {} }) => Object.keys(jobs)),
];

/** Returns the rules of extensions about settings of different chapters. */
export const contradictionsOf = (all: readonly Extension[]): readonly Rule[] =>
  all.flatMap(({ contradictions = [] }) =>
    contradictions.map(
      (rule): Rule =>
        (config) =>
          // Read only by the rules that need it, because a rule reads no setting without a valid value.
          rule(config, { paysInPage: () => paysInPage(all, config) }),
    ),
  );

/** Returns the folders with migrations of extensions, also of those that are off. */
export const migrationFolders = (all: readonly Extension[]): readonly MigrationFolder[] =>
  all.flatMap(({ name, migrations, outside }) =>
    migrations ? [{ path: fileURLToPath(migrations), owner: outside === undefined ? null : name }] : [],
  );

/** Loads what removes and returns the data of extensions, also of those that are off. */
export async function loadUpkeep(all: readonly Extension[]): Promise<readonly Upkeep[]> {
  return Promise.all(all.flatMap((extension) => (extension.loadUpkeep ? [extension.loadUpkeep()] : [])));
}

/** Loads the commands of extensions. */
export async function loadCommands(all: readonly Extension[]): Promise<readonly Command[]> {
  const loaded = await Promise.all(all.map(async (extension) => (await extension.loadCommands?.())?.commands ?? []));
  return loaded.flat();
}
