import { FAILURE_NAMES, FAILURES, type FailureName, type Switch, type Switches } from "#simulator/play/switches.ts";
import type { Entry, Journal } from "#simulator/play/journal.ts";
import type { Holding, Playing, Provider } from "#simulator/play/provider.ts";

type FailureState = Switch & {
  readonly name: FailureName;
  readonly title: string;
  /** The effect of the failure at this provider, or why it cannot happen there. */
  readonly text: string;
  readonly applies: boolean;
};
type ActionState = { readonly name: string; readonly title: string; readonly input: string | null };
type ProviderState = {
  readonly name: string;
  readonly title: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly failures: readonly FailureState[];
  /** Actions on the provider itself. Each row lists its own actions. */
  readonly actions: readonly ActionState[];
  readonly rowActions: Readonly<Record<string, string>>;
  readonly received: readonly Entry[];
  readonly holds: readonly Holding[];
};

/** The response to `GET /state`: everything that the page shows. */
export type State = { readonly providers: readonly ProviderState[] };

/** Returns the state of every provider. */
export const stateOf = (parts: readonly Part[]): State => ({ providers: parts.map(providerState) });

function providerState({ provider, playing, switches, journal }: Part): ProviderState {
  const set = switches.state();
  const holds = playing.holds();
  const all = Object.entries(playing.actions);
  const ofRows = all.filter(([, { of }]) => of === "row");
  return {
    name: provider.name,
    title: provider.title,
    settings: playing.settings,
    failures: FAILURE_NAMES.map((name) => {
      const here = provider.failures[name];
      const applies = "does" in here;
      return {
        name,
        title: FAILURES[name].title,
        text: applies ? here.does : here.doesNotApplyBecause,
        applies,
        ...set[name],
      };
    }),
    actions: all
      .filter(([, { of }]) => of === "provider")
      .map(([name, { title, input = null }]) => ({ name, title, input })),
    rowActions: Object.fromEntries(ofRows.map(([name, { title }]) => [name, title])),
    received: journal.list(),
    holds,
  };
}

/** A running provider with its failures and journal. */
export type Part = {
  readonly provider: Provider;
  readonly playing: Playing;
  readonly switches: Switches;
  readonly journal: Journal;
};
