import { openCourier } from "./play/courier.ts";
import { openJournal } from "./play/journal.ts";
import type { Playing, Provider } from "./play/provider.ts";
import { failureSwitches } from "./play/switches.ts";
import type { Part } from "./control/state.ts";
import { startControl } from "./control/server.ts";
import type { Settings } from "./options.ts";

export type Simulator = {
  /** The URL of the page. */
  readonly url: string;
  /** The settings that select a shop's providers: the first one of each integration. */
  readonly choices: Settings;
  /** The settings that connect a shop to each provider. */
  readonly details: Settings;
  stop(): Promise<void>;
};

type Plan = {
  /** The port of the page; 0: any free ports. */
  readonly port: number;
  readonly shopUrl: string;
  readonly providers: readonly Provider[];
};

/**
 * Starts these providers and their page on loopback. `all` defines the order in which the ports after the page's port
 * are assigned, so that a provider has the same ports whether or not others run. Rejects with the error of `listen` if
 * a port is taken, and leaves nothing listening.
 */
export async function startSimulator({ port, shopUrl, providers }: Plan, all: readonly Provider[]): Promise<Simulator> {
  const parts: Part[] = [];
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await Promise.all(stops.splice(0).map((end) => end()));
  };
  try {
    for (const provider of providers) {
      const [switches, journal] = [failureSwitches(), openJournal()];
      const courier = openCourier({ switches, journal });
      const ports = portsOf(provider, port, all);
      const playing: Playing = await provider.start({ ports, shopUrl, switches, journal, courier });
      stops.push(async () => {
        courier.stop();
        await playing.stop();
      });
      parts.push({ provider, playing, switches, journal });
    }
    const control = await startControl(parts, port);
    stops.push(() => control.stop());
    return {
      url: control.url,
      choices: Object.fromEntries(providers.toReversed().map(({ choice }) => choice)),
      details: Object.assign({}, ...parts.map(({ playing }) => playing.settings)) as Settings,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns a provider's ports. They come after the page's port, in the order of `all`. */
function portsOf(provider: Provider, port: number, all: readonly Provider[]): readonly number[] {
  const before = all.slice(0, all.indexOf(provider)).reduce((sum, { ports }) => sum + ports, 0);
  return Array.from({ length: provider.ports }, (_, at) => (port === 0 ? 0 : port + 1 + before + at));
}
