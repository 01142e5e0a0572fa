import type { Action, Holding, Provider } from "#simulator/play/provider.ts";
import { NETWORK, startCamara, type Sim } from "./camara.ts";

const SENDS_NOTHING = "the network sends nothing by itself.";
const DAY_MS = 24 * 3600_000;

/** Plays the mobile operator's network, which knows when a number's SIM was changed. */
export const NETWORK_PROVIDER: Provider = {
  name: "camara",
  title: "Network: CAMARA SIM Swap",
  integration: "network",
  choice: ["NETWORK", "camara"],
  ports: 1,
  failures: {
    decline: { does: "The network does not check this number (422 SERVICE_NOT_APPLICABLE): the login goes on." },
    delay: { does: "Tokens and answers come later; the shop waits for two seconds, then the login goes on." },
    answerLost: { does: "The request is answered, and the connection ends before the answer: the login goes on." },
    duplicate: { doesNotApplyBecause: SENDS_NOTHING },
    outOfOrder: { doesNotApplyBecause: SENDS_NOTHING },
    wrongSignature: { does: "The client has another secret: the next token is refused with 401." },
    down: { does: "The network answers 503. After five failures in a row the shop asks nothing for ten seconds." },
  },
  async start({ ports, switches, journal }) {
    const { sims, url, stop } = await startCamara({ port: ports[0] ?? 0, switches, journal });
    const set = (title: string, sim: () => Sim, done: string): Action => ({
      title,
      of: "provider",
      input: "Number, such as 41784000001",
      run({ value }) {
        if (!/^41\d{9}$/.test(value)) return { refused: "A number has eleven digits and starts with 41." };
        sims.set(value, sim());
        return { done: `${value}: ${done}` };
      },
    });
    return {
      settings: {
        NETWORK_URL: url,
        NETWORK_TOKEN_URL: `${url}/token`,
        NETWORK_CLIENT_ID: NETWORK.clientId,
        NETWORK_CLIENT_SECRET: NETWORK.clientSecret,
      },
      holds: () => [simsHeld(sims)],
      actions: {
        changedNow: set("SIM changed now", () => ({ changedAt: Date.now() }), "its SIM has just been changed."),
        changedLongAgo: set(
          "SIM changed long ago",
          () => ({ changedAt: Date.now() - 200 * DAY_MS }),
          "its SIM was changed 200 days ago.",
        ),
        unknownNumber: set("Number unknown", () => "unknown", "the network does not know it."),
        notApplicable: set("Number not checked", () => "notApplicable", "the network does not check it."),
      },
      stop,
    };
  },
};

const simsHeld = (sims: ReadonlyMap<string, Sim>): Holding => ({
  title: "Numbers; any other has an old SIM",
  columns: ["Number", "SIM"],
  rows: [...sims]
    .map(([number, sim]) => ({
      id: number,
      cells: [number, typeof sim === "string" ? sim : `changed at ${new Date(sim.changedAt).toISOString()}`],
      actions: [],
    }))
    .toReversed(),
});
