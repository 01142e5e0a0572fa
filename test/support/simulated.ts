import type { State } from "#simulator/control/state.ts";
import { startFake } from "#simulator/play/fake-server.ts";
import type { Provider } from "#simulator/play/provider.ts";
import { startSimulator } from "#simulator/simulator.ts";

/** Starts the simulator with these providers, beside a shop that accepts every call. */
export async function play(providers: readonly Provider[]) {
  const shop = await startFake(() => ({ status: 200 }));
  const simulator = await startSimulator({ port: 0, shopUrl: shop.url, providers }, providers);
  const send = (method: string, path: string, body?: object) =>
    fetch(simulator.url + path, { method, ...(body && { body: JSON.stringify(body) }) });
  async function provider(name: string): Promise<State["providers"][number]> {
    const state = (await (await send("GET", "/state")).json()) as State;
    const found = state.providers.find((each) => each.name === name);
    if (!found) throw new Error(`${name} is not simulated`);
    return found;
  }
  return {
    shop,
    simulator,
    send,
    provider,
    /** Has a provider fail once. */
    once: (name: string, failure: string) => send("PUT", `/failures/${name}/${failure}`, { when: "once", ms: 50 }),
    /** Returns what performs an action of a provider. */
    act: (name: string) => (action: string, id: string) => send("POST", `/actions/${name}/${action}`, { id }),
    async stop() {
      await simulator.stop();
      await shop.stop();
    },
  };
}
