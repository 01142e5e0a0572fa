import type { Action, Provider } from "#simulator/play/provider.ts";
import { numberActions, refusedHeld, textsHeld, type Text } from "#simulator/sms/texts.ts";
import { startSmsCentre, type Receipt, type AcceptedMessage } from "./centre.ts";
import { readText } from "./alphabets.ts";

/** Plays an SMS centre that uses SMPP 3.4 and reports each message as delivered. */
export const SMPP_PROVIDER: Provider = {
  name: "smpp",
  title: "Texts: SMS centre",
  integration: "sms",
  choice: ["SMS_PROVIDER", "smpp"],
  ports: 1,
  failures: {
    decline: { does: "The number is refused (ESME_RINVDSTADR)." },
    delay: { does: "The text is accepted and answered later; the shop waits for five seconds." },
    answerLost: { does: "The text is sent and the connection ends without an answer." },
    duplicate: { does: "A delivery receipt comes twice." },
    outOfOrder: { does: "A receipt is held back until another one has been sent, for at most five seconds." },
    wrongSignature: { doesNotApplyBecause: "SMPP signs nothing." },
    down: { does: "The connection ends before a text is accepted." },
  },
  async start({ ports, switches, journal, courier }) {
    const [refusedNumbers, inbox] = [new Set<string>(), openInbox()];
    const onTaken = (taken: AcceptedMessage) => {
      inbox.add(taken);
      // SMPP 3.4, 5.2.17: a receipt is sent only if requested, and after the response.
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
    const receipt = (state: Receipt, taken: AcceptedMessage) =>
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
/** Delay of a receipt after its message, in ms. */
const RECEIPT_MS = 200;

/**
 * Turns messages that a centre accepted into the texts that phones show, by joining the parts of one text (3GPP TS
 * 23.040, 9.2.3.24.1).
 */
function openInbox() {
  const texts: {
    readonly id: string;
    readonly to: string;
    readonly taken: AcceptedMessage;
    readonly parts: string[];
  }[] = [];
  const byReference = new Map<string, (typeof texts)[number]>();
  return {
    add(taken: AcceptedMessage) {
      const { to, esmClass, dataCoding, message } = taken.submitted;
      const headerLength = esmClass & 0x40 ? (message[0] ?? 0) + 1 : 0;
      const [, , , reference = 0, total = 1, number = 1] = headerLength > 0 ? message : [];
      const part = readText(message.subarray(headerLength), dataCoding, "gsm") ?? "(unreadable)";
      const key = `${to.address} ${reference}`;
      const known = headerLength > 0 ? byReference.get(key) : undefined;
      const text = known ?? { id: taken.id, to: to.address, taken, parts: [] };
      if (!known) texts.push(text);
      text.parts[number - 1] = part;
      // Once all parts have arrived, their reference is forgotten, because another text can reuse it.
      if (headerLength > 0 && text.parts.filter((each) => each !== undefined).length < total)
        byReference.set(key, text);
      else byReference.delete(key);
    },
    list: (): readonly Text[] => texts.map(({ id, to, parts }) => ({ id, to, text: parts.join("") })),
    find: (id: string): AcceptedMessage | null => texts.find((each) => each.id === id)?.taken ?? null,
  };
}
