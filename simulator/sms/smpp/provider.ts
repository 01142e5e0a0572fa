import type { Action, Provider } from "#simulator/play/provider.ts";
import { numberActions, refusedHeld, textsHeld } from "#simulator/sms/texts.ts";
import { startSmsCentre, type Receipt, type Taken } from "./centre.ts";
import { openInbox } from "./inbox.ts";

/** An SMS centre by SMPP 3.4, which reports each message as delivered. */
export const SMPP_PROVIDER: Provider = {
  name: "smpp",
  title: "Texts: SMS centre",
  edge: "sms",
  choice: ["SMS_PROVIDER", "smpp"],
  ports: 1,
  failures: {
    decline: { does: "The number is refused (ESME_RINVDSTADR)." },
    delay: { does: "The text is taken and answered later; the shop waits for five seconds." },
    answerLost: { does: "The text goes and the connection ends without an answer." },
    duplicate: { does: "A delivery receipt comes twice." },
    outOfOrder: { does: "A receipt is held back until another one has gone, for at most five seconds." },
    wrongSignature: { doesNotApplyBecause: "SMPP signs nothing." },
    down: { does: "The connection is ended before a text is taken." },
  },
  async start({ ports, switches, journal, courier }) {
    const [refusedNumbers, inbox] = [new Set<string>(), openInbox()];
    const onTaken = (taken: Taken) => {
      inbox.add(taken);
      // SMPP 3.4, 5.2.17: a receipt is sent if it was asked for, and after the answer.
      if ((taken.submitted.registered & 0x03) !== 0) setTimeout(() => void receipt("delivered", taken), RECEIPT_MS);
    };
    const centre = await startSmsCentre({
      port: ports[0] ?? 0,
      account: ACCOUNT,
      switches,
      journal,
      refusedNumbers,
      onTaken,
    });
    const receipt = (state: Receipt, taken: Taken) =>
      courier.deliver({
        what: `receipt: ${state}`,
        send: async () => {
          centre.receipt(state, "parameters", taken);
          return taken.id;
        },
      });
    const report = (title: string, state: Receipt): Action => ({
      title,
      of: "row",
      async run({ id }) {
        const taken = inbox.find(id);
        if (!taken) return { refused: "There is no such text." };
        await receipt(state, taken);
        return { done: `${id} was reported as ${state}.` };
      },
    });
    return {
      settings: {
        SMPP_URL: `smpp://${centre.host}:${centre.port}`,
        SMPP_SYSTEM_ID: ACCOUNT.systemId,
        SMPP_PASSWORD: ACCOUNT.password,
        SMPP_SENDER: "Alpenfon",
      },
      holds: () => [textsHeld(inbox.list(), ["expired", "undeliverable"]), refusedHeld(refusedNumbers)],
      actions: {
        ...numberActions(refusedNumbers),
        expired: report("Report expired", "expired"),
        undeliverable: report("Report undeliverable", "undeliverable"),
      },
      stop: () => centre.stop(),
    };
  },
};

const ACCOUNT = { systemId: "kasse", password: "secret08" };
/** How long after the message its receipt comes. */
const RECEIPT_MS = 200;
