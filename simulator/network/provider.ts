import type { Action, Holding, Provider } from "#simulator/play/provider.ts";
import { NETWORK, startCamara, type Sim } from "./camara.ts";
import { ABROAD, type NetworkRecord } from "./fill-in.ts";

const SENDS_NOTHING = "the network sends nothing by itself.";
const DAY_MS = 24 * 3600_000;
const NUMBER = "Number, such as 41784000001";
const MSISDN = /^41\d{9}$/;
const WRONG = "A number has eleven digits and starts with 41.";

/** Plays the mobile operator's network, which knows when a number's SIM was changed, and whose phone it is. */
export const NETWORK_PROVIDER: Provider = {
  name: "camara",
  title: "Network: CAMARA SIM Swap, Number Verification, KYC Fill-in",
  integration: "network",
  choice: ["NETWORK", "camara"],
  ports: 1,
  failures: {
    decline: {
      does: "The network does not check this number (422 SERVICE_NOT_APPLICABLE), and the login goes on; or it does not tell a phone's number (403), or a record (422).",
    },
    delay: { does: "Tokens and answers come later; the shop waits for two seconds, then the login goes on." },
    answerLost: { does: "The request is answered, and the connection ends before the answer: the login goes on." },
    duplicate: { doesNotApplyBecause: SENDS_NOTHING },
    outOfOrder: { doesNotApplyBecause: SENDS_NOTHING },
    wrongSignature: { does: "The client has another secret: the next token is refused with 401." },
    down: { does: "The network answers 503. After five failures in a row the shop asks nothing for ten seconds." },
  },
  async start({ ports, switches, journal }) {
    const { sims, records, phone, url, stop } = await startCamara({ port: ports[0] ?? 0, switches, journal });
    const set = (title: string, sim: () => Sim, done: string): Action => ({
      title,
      of: "provider",
      input: NUMBER,
      run({ value }) {
        if (!MSISDN.test(value)) return { refused: WRONG };
        sims.set(value, sim());
        return { done: `${value}: ${done}` };
      },
    });
    const keep = (title: string, record: NetworkRecord | null, done: string): Action => ({
      title,
      of: "provider",
      input: NUMBER,
      run({ value }) {
        if (!MSISDN.test(value)) return { refused: WRONG };
        records.set(value, record);
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
      holds: () => [phoneHeld(phone.msisdn), simsHeld(sims)],
      actions: {
        onMobileData: {
          title: "Browsers come by mobile data",
          of: "provider",
          input: NUMBER,
          run({ value }) {
            if (!MSISDN.test(value)) return { refused: WRONG };
            phone.msisdn = value;
            return { done: `The network recognises the next browsers as ${value}.` };
          },
        },
        onWiFi: {
          title: "Browsers come by Wi-Fi",
          of: "provider",
          run() {
            phone.msisdn = null;
            return { done: "The network recognises no browser (login_required)." };
          },
        },
        changedNow: set("SIM changed now", () => ({ changedAt: Date.now() }), "its SIM has just been changed."),
        changedLongAgo: set(
          "SIM changed long ago",
          () => ({ changedAt: Date.now() - 200 * DAY_MS }),
          "its SIM was changed 200 days ago.",
        ),
        unknownNumber: set("Number unknown", () => "unknown", "the network does not know it."),
        livesAbroad: keep("Customer lives abroad", ABROAD, "its customer lives in Vienna."),
        hasNothing: keep("Record is empty", {}, "the network has nothing on record."),
        noRecord: keep("Record not shared", null, "the network does not share its record (422)."),
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

const phoneHeld = (msisdn: string | null): Holding => ({
  title: "Browsers",
  columns: ["Come by"],
  rows: [{ id: "phone", cells: [msisdn === null ? "Wi-Fi" : `mobile data of ${msisdn}`], actions: [] }],
});
