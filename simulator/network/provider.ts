import type { Action, Holding, Provider } from "#simulator/play/provider.ts";
import { NETWORK, startCamara, type Sim } from "./camara.ts";
import { ABROAD, type NetworkRecord } from "./fill-in.ts";
import type { Holder } from "./kyc.ts";

const SENDS_NOTHING = "the network sends nothing by itself.";
const DAY_MS = 24 * 3600_000;
const NUMBER = "Number, such as 41784000001";
const MSISDN = /^41\d{9}$/;
const WRONG = "A number has eleven digits and starts with 41.";

/** Plays the mobile operator's network, which knows a number's SIM and holder, and whose phone it is on. */
export const NETWORK_PROVIDER: Provider = {
  name: "camara",
  title: "Network: CAMARA SIM Swap, Number Verification, KYC Fill-in, KYC Match, Age Verification",
  integration: "network",
  choice: ["NETWORK", "camara"],
  ports: 1,
  failures: {
    decline: {
      does: "The network does not check this number (422 SERVICE_NOT_APPLICABLE), and the login or transfer goes on; or it does not tell a phone's number (403), or a record (422).",
    },
    delay: {
      does: "Tokens and answers come later; the shop waits for two seconds, then the login or transfer goes on.",
    },
    answerLost: {
      does: "The request is answered, and the connection ends before the answer: the login or transfer goes on.",
    },
    duplicate: { doesNotApplyBecause: SENDS_NOTHING },
    outOfOrder: { doesNotApplyBecause: SENDS_NOTHING },
    wrongSignature: { does: "The client has another secret: the next token is refused with 401." },
    down: { does: "The network answers 503. After five failures in a row the shop asks nothing for ten seconds." },
  },
  async start({ ports, switches, journal }) {
    const { sims, records, holders, phone, url, stop } = await startCamara({ port: ports[0] ?? 0, switches, journal });
    const about = (title: string, change: (msisdn: string) => string): Action => ({
      title,
      of: "provider",
      input: NUMBER,
      run: ({ value }) => (MSISDN.test(value) ? { done: change(value) } : { refused: WRONG }),
    });
    const set = (title: string, sim: () => Sim, done: string) =>
      about(title, (msisdn) => {
        sims.set(msisdn, sim());
        return `${msisdn}: ${done}`;
      });
    const keep = (title: string, record: NetworkRecord | null, done: string) =>
      about(title, (msisdn) => {
        records.set(msisdn, record);
        return `${msisdn}: ${done}`;
      });
    const hold = (title: string, holder: Holder) =>
      about(title, (msisdn) => {
        holders.set(msisdn, holder);
        return `${msisdn}: ${HOLDER_TEXTS[holder]}.`;
      });
    return {
      settings: {
        NETWORK_URL: url,
        NETWORK_TOKEN_URL: `${url}/token`,
        NETWORK_CLIENT_ID: NETWORK.clientId,
        NETWORK_CLIENT_SECRET: NETWORK.clientSecret,
      },
      holds: () => [phoneHeld(phone.msisdn), simsHeld(sims), holdersHeld(holders)],
      actions: {
        onMobileData: about("Browsers come by mobile data", (msisdn) => {
          phone.msisdn = msisdn;
          return `The network recognises the next browsers as ${msisdn}.`;
        }),
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
        ...(Object.fromEntries(
          HOLDER_NAMES.map((holder) => [`holder-${holder}`, hold(`Holder: ${HOLDER_TEXTS[holder]}`, holder)]),
        ) as Record<`holder-${Holder}`, Action>),
      },
      stop,
    };
  },
};

/** What the page calls the holders that a number can have. */
const HOLDER_TEXTS: Readonly<Record<Holder, string>> = {
  matches: "everything matches",
  otherSpelling: "the name is spelled differently (score 92)",
  nameDiffers: "the name differs",
  nameDiffersUnscored: "the last name differs, without a score",
  dateDiffers: "the date of birth differs",
  addressDiffers: "the address differs",
  dateUnknown: "the date of birth is not known, the age is 18 or more",
  underAge: "the date of birth is not known, the age is below 18",
  ageUnknown: "neither date of birth nor age is known",
  notAvailable: "nothing is known",
  idDocumentRequired: "only with the number of a document",
  notSupported: "the network does not support the number",
  unknownNumber: "the network does not know the number",
};
const HOLDER_NAMES = Object.keys(HOLDER_TEXTS) as readonly Holder[];

const holdersHeld = (holders: ReadonlyMap<string, Holder>): Holding => ({
  title: "Holders; any other matches the person asked about",
  columns: ["Number", "Holder"],
  rows: [...holders]
    .map(([number, holder]) => ({ id: number, cells: [number, HOLDER_TEXTS[holder]], actions: [] }))
    .toReversed(),
});

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
