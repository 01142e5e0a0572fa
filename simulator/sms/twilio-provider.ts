import type { Provider } from "#simulator/play/provider.ts";
import { numberActions, refusedHeld, textsHeld } from "./texts.ts";
import { startTwilio, TWILIO } from "./twilio.ts";

const NO_REPORTS = "the shop takes no reports from Twilio.";

/** Text messages by Twilio's REST API. */
export const TWILIO_PROVIDER: Provider = {
  name: "twilio",
  title: "Texts: Twilio",
  edge: "sms",
  choice: ["SMS_PROVIDER", "twilio"],
  ports: 1,
  failures: {
    decline: { does: "The number is refused (error 21211)." },
    delay: { does: "The text is taken and answered later." },
    answerLost: { does: "The text goes and the connection ends without an answer." },
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
