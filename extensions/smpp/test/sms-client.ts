import { recordedLog, RECIPIENT } from "#test/support/recorded-log.ts";
import type { SmsCounts } from "#server/platform/mail-and-sms.ts";
import { smppSms, type SmppOptions } from "../sms.ts";

/** Lifetime of a code, in ms. */
const VALID_MS = 5 * 60_000;

/** Creates a client of an SMS centre with the operator's settings, and records its logs and counts. */
export async function smsClient(centre: { host: string; port: number }, more: Partial<SmppOptions> = {}) {
  const { lines, log } = recordedLog();
  const counted: string[] = [];
  const counts: SmsCounts = {
    accepted: async () => void counted.push("accepted"),
    receipt: async (state) => void counted.push(state),
  };
  const settings: SmppOptions = {
    host: centre.host,
    port: centre.port,
    tls: false,
    systemId: "kasse",
    password: "secret08",
    systemType: "",
    sender: "Alpenfon",
    senderType: null,
    recipientType: { ton: 1, npi: 1 },
    alphabet: "gsm7-octets",
    timeoutMs: 1500,
    enquireMs: 60_000,
    retryDelaysMs: [5, 5, 5],
    ...more,
  };
  const sms = await smppSms(settings, { log, counts });
  return {
    send: (text: string) => sms.send({ to: RECIPIENT, text, validMs: VALID_MS }),
    stop: () => sms.stop(),
    lines,
    counted,
  };
}
