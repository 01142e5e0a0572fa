import type { Journal } from "#simulator/play/journal.ts";
import type { Playing, Provider } from "#simulator/play/provider.ts";
import type { Switches } from "#simulator/play/switches.ts";

/** A provider with what the page shows of it and sets. */
export type Part = {
  readonly provider: Provider;
  readonly playing: Playing;
  readonly switches: Switches;
  readonly journal: Journal;
};
