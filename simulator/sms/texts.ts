import type { Provider, Action, Holding } from "#simulator/play/provider.ts";
import { startTwilio, TWILIO } from "./twilio.ts";

const NO_REPORTS = "the shop accepts no reports from Twilio.";

/** Plays Twilio's REST API for text messages. */
export const TWILIO_PROVIDER: Provider = {
  name: "twilio",
  title: "Texts: Twilio",
  integration: "sms",
  choice: ["SMS_PROVIDER", "twilio"],
  ports: 1,
  failures: {
    decline: { does: "The number is refused (error 21211)." },
    delay: { does: "The text is accepted and answered later." },
    answerLost: { does: "The text is sent and the connection ends without an answer." },
    duplicate: { doesNotApplyBecause: NO_REPORTS },
    outOfOrder: { doesNotApplyBecause: NO_REPORTS },
    wrongSignature: { doesNotApplyBecause: NO_REPORTS },
    down: { does: "Twilio answers 503 and sends nothing." },
  },
  async start({ ports, switches, journal }) {
    const refusedNumbers = new Set<string>();
    const twilio = await startTwilio({ port: ports[0] ?? 0, switches, journal, refusedNumbers });
    const texts = () => twilio.messages.map(({ to, text }, at) => ({ id: String(at), to, text }));
    return {
      settings: {
        TWILIO_URL: twilio.url,
        TWILIO_ACCOUNT_SID: TWILIO.accountSid,
        TWILIO_KEY_SID: TWILIO.apiKey,
        TWILIO_KEY_SECRET: TWILIO.apiSecret,
        TWILIO_SENDER: "Alpenfon",
      },
      holds: () => [textsHeld(texts()), refusedHeld(refusedNumbers)],
      actions: numberActions(refusedNumbers),
      stop: () => twilio.stop(),
    };
  },
};

/**
 * A text as a phone shows it.
 *
 * @public for extensions
 */
export type Text = { readonly id: string; readonly to: string; readonly text: string };

/**
 * Returns a table of texts, newest first, with the login code in a separate column.
 *
 * @public for extensions
 */
export const textsHeld = (texts: readonly Text[], actions: readonly string[] = []): Holding => ({
  title: "Texts",
  columns: ["To", "Code", "Text"],
  rows: texts.map(({ id, to, text }) => ({ id, cells: [to, codeIn(text), text], actions })).toReversed(),
});

/**
 * Returns the login code in a text's last line, which phones can fill in: `@shop.example.ch #123456` (origin-bound
 * one-time codes).
 */
const codeIn = (text: string): string => /#(\d+)\s*$/.exec(text)?.[1] ?? "";

/**
 * Returns the table of the numbers that get no text.
 *
 * @public for extensions
 */
export const refusedHeld = (refused: ReadonlySet<string>): Holding => ({
  title: "Numbers that get no text",
  columns: ["Number"],
  rows: [...refused].map((number) => ({ id: number, cells: [number], actions: ["permitNumber"] })),
});

/**
 * Returns actions that refuse numbers and accept them again.
 *
 * @public for extensions
 */
export const numberActions = (refused: Set<string>): Readonly<Record<string, Action>> => ({
  refuseNumber: {
    title: "Refuse texts to it",
    of: "provider",
    input: "Number, such as 41784000001",
    run({ value }) {
      if (!/^41\d{9}$/.test(value)) return { refused: "A number has eleven digits and starts with 41." };
      refused.add(value);
      return { done: `${value} no longer gets texts.` };
    },
  },
  permitNumber: {
    title: "Permit texts to it",
    of: "row",
    run: ({ id }) =>
      refused.delete(id) ? { done: `${id} gets texts again.` } : { refused: "This number is not refused." },
  },
});
