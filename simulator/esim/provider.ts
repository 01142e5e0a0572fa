import type { Action, Holding, Provider } from "#simulator/play/provider.ts";
import { startSmdp, type Smdp } from "./smdp.ts";

const TYPE = "CONSUMER";
const NOTIFICATION_SECRET = "es2plus-notification-secret-0123456789";

/** Simulates an SM-DP+ with an ES2+ interface that notifies the shop of a phone's progress. */
export const SMDP_PROVIDER: Provider = {
  name: "smdp",
  title: "eSIM: SM-DP+",
  integration: "esim",
  choice: ["ESIM_PROVIDER", "es2plus"],
  ports: 1,
  failures: {
    decline: { does: "downloadOrder finds no profile (8.2.5/3.7)." },
    delay: { does: "A function is answered late; the shop gives up after fifteen seconds." },
    answerLost: { does: "The function is executed, but the connection ends without an answer." },
    duplicate: { does: "A progress notification is sent twice." },
    outOfOrder: {
      does: "A notification is held back until another one has been sent: installed comes before downloaded.",
    },
    wrongSignature: { does: "A progress notification has another secret." },
    down: { does: "The SM-DP+ answers 503 and executes nothing." },
  },
  async start({ ports, shopUrl, switches, journal, courier }) {
    const smdp = await startSmdp({
      port: ports[0] ?? 0,
      stock: { [TYPE]: 1000 },
      // A shop still has the ICCIDs of earlier runs, so they must not repeat.
      firstIccid: Date.now(),
      switches,
      journal,
      carry: (delivery) => courier.deliver(delivery),
    });
    const headers = { authorization: `Bearer ${NOTIFICATION_SECRET}` };
    smdp.notifyTo({ url: `${shopUrl}/public-api`, headers });
    return {
      settings: {
        ES2PLUS_URL: smdp.url,
        ES2PLUS_REQUESTER: "1.3.6.1.4.1.99999",
        ES2PLUS_SMDP_ADDRESS: "rsp.fake.example",
        ES2PLUS_PROFILE_TYPE: TYPE,
        ES2PLUS_NOTIFICATION_SECRET: NOTIFICATION_SECRET,
      },
      holds: () => [profilesHeld(smdp)],
      actions: {
        download: phone(smdp, "Download on a phone", "Downloaded"),
        install: phone(smdp, "Install on a phone", "Installed"),
        fail: phone(smdp, "Fail on a phone", "Error"),
        runOut: {
          title: "Run out of profiles",
          of: "provider",
          run() {
            const available = [...smdp.books.profiles.values()].filter(({ state }) => state === "Available");
            for (const profile of available) profile.state = "Unavailable";
            return { done: "There is no profile left." };
          },
        },
        load: {
          title: "Load ten profiles",
          of: "provider",
          run() {
            smdp.books.add(TYPE, 10);
            return { done: `There are ${smdp.count("Available")} profiles.` };
          },
        },
      },
      stop: () => smdp.stop(),
    };
  },
};

const phone = (smdp: Smdp, title: string, until: "Downloaded" | "Installed" | "Error"): Action => ({
  title,
  of: "row",
  async run({ id }) {
    const profile = smdp.books.find(id);
    if (profile?.state !== "Released" || profile.matchingId === null)
      return { refused: "This profile is not released, or already on a phone." };
    await smdp.phone(profile.matchingId, until);
    return { done: `${id}: ${until.toLowerCase()}.` };
  },
});

function profilesHeld(smdp: Smdp): Holding {
  const ordered = [...smdp.books.profiles.values()].filter(
    ({ state }) => state !== "Available" && state !== "Unavailable",
  );
  return {
    title: `Profiles; ${smdp.count("Available")} more are available`,
    columns: ["ICCID", "State", "Matching id"],
    rows: ordered
      .map(({ iccid, state, matchingId }) => ({
        id: iccid,
        cells: [iccid, state, matchingId ?? ""],
        actions: state === "Released" ? ["download", "install", "fail"] : [],
      }))
      .toReversed(),
  };
}
