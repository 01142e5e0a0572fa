import { startFake, type FakeAnswer, type FakeOptions, type StandIn } from "#simulator/play/fake-server.ts";
import { failureSwitches } from "#simulator/play/switches.ts";

export const TWILIO = {
  accountSid: `AC${"0".repeat(32)}`,
  apiKey: `SK${"1".repeat(32)}`,
  apiSecret: "twilio-secret-1234",
};
const SERVICE = `MG${"2".repeat(32)}`;

/** Returns an error in the format of Twilio's REST API: `code`, `message`, `more_info`, `status`. */
const refusal = (status: number, code: number): FakeAnswer => ({
  status,
  body: { code, message: `Error ${code}`, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

type Message = { readonly to: string; readonly from: string; readonly text: string; readonly validity: number };
type TwilioOptions = Pick<FakeOptions, "switches"> & {
  /** Numbers for which texts are refused, without a plus. */
  readonly refusedNumbers?: ReadonlySet<string>;
};

/**
 * Returns a stand-in for Twilio's Messages resource (REST API 2010-04-01), with the checks that its reference
 * documents. `take` receives accepted messages.
 */
export function twilio(
  take: (message: Message) => void | Promise<void>,
  { refusedNumbers = new Set(), switches = failureSwitches() }: TwilioOptions = {},
): StandIn {
  return async ({ method, path, headers, raw }) => {
    const basic = Buffer.from(`${TWILIO.apiKey}:${TWILIO.apiSecret}`).toString("base64");
    if (headers.authorization !== `Basic ${basic}`) return refusal(401, 20003);
    if (method !== "POST" || path !== `/2010-04-01/Accounts/${TWILIO.accountSid}/Messages.json`)
      return refusal(404, 20404);
    if (!String(headers["content-type"]).startsWith("application/x-www-form-urlencoded")) return refusal(400, 20001);
    const form = new URLSearchParams(raw.toString());
    const [to, text, validity] = [form.get("To") ?? "", form.get("Body") ?? "", Number(form.get("ValidityPeriod"))];
    // The number must be E.164 with a plus; the text "Can be up to 1,600 characters"; the validity is whole seconds
    // from 1 to 36,000 (error 90007).
    if (!/^\+[1-9]\d{6,14}$/.test(to) || refusedNumbers.has(to.slice(1)) || switches.take("decline"))
      return refusal(400, 21211);
    if (text === "" || text.length > 1600) return refusal(400, 21617);
    if (!Number.isInteger(validity) || validity < 1 || validity > 36_000) return refusal(400, 90007);
    // "If you are using messaging_service_sid, this parameter must be empty."
    const [from, service] = [form.get("From"), form.get("MessagingServiceSid")];
    if ((from === null) === (service === null) || (service !== null && service !== SERVICE)) return refusal(400, 21603);
    await take({ to, from: from ?? service ?? "", text, validity });
    return {
      status: 201,
      body: { sid: `SM${"3".repeat(32)}`, status: service ? "accepted" : "queued", error_code: null },
      remark: `text to ${to}`,
    };
  };
}

/** Starts Twilio on a port, with its messages in memory. */
export async function startTwilio({
  refusedNumbers,
  switches = failureSwitches(),
  ...more
}: TwilioOptions & FakeOptions = {}) {
  const messages: Message[] = [];
  /** The next responses, each with status and code. Once they are used up, the rules apply. */
  const next: FakeAnswer[] = [];
  const standIn = twilio((message) => void messages.push(message), {
    switches,
    ...(refusedNumbers && { refusedNumbers }),
  });
  const fake = await startFake((call) => next.shift() ?? standIn(call), { ...more, switches });
  return { ...fake, messages, next, refusal, service: SERVICE };
}
