import { setTimeout as wait } from "node:timers/promises";
import { randomInt } from "node:crypto";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import type { SmsPort } from "#server/platform/messages/ports.ts";
import { smppConnection, type SmppSettings } from "./connection.ts";
import { partHeader, segmentsOf } from "./segments.ts";

export type SmppOptions = SmppSettings & {
  /** The sender of texts: a number, or a name of at most eleven letters. */
  readonly sender: string;
  /** Pauses before the retries when the centre is busy. */
  readonly pausesMs?: readonly number[];
};

/** ESME_RTHROTTLED and ESME_RMSGQFUL (SMPP 3.4, 5.1.3): temporary overload, worth a retry. */
const BUSY: ReadonlySet<number> = new Set([0x58, 0x14]);
/** ESME_RSYSERR: a fault of the centre. */
const CENTRE_AT_FAULT = 0x08;
const PAUSES_MS = [300, 700, 1500] as const;
/** esm_class: the text begins with a header (UDHI). */
const WITH_HEADER = 0x40;

/** Sends texts by SMPP 3.4 to the operator's SMS centre. Their content is never logged. */
export async function smppSms(options: SmppOptions): Promise<SmsPort & { stop(): Promise<void> }> {
  const { encodings } = (await import("#libraries/smpp/index.ts")).default;
  const connection = await smppConnection(options);
  const from = senderOf(options.sender);
  let reference = randomInt(256);

  async function submit(fields: object): Promise<"sent" | "refused"> {
    for (const pause of [...(options.pausesMs ?? PAUSES_MS), null]) {
      const { command_status } = await connection.request((session, answer) => session.submit_sm(fields, answer));
      if (command_status === 0) return "sent";
      if (command_status === CENTRE_AT_FAULT) throw new Unavailable("SMPP submit: a fault of the SMS centre");
      if (!BUSY.has(command_status)) return "refused";
      if (pause !== null) await wait(pause);
    }
    throw new Unavailable("SMPP submit: the SMS centre is busy");
  }

  return {
    async send({ to, text }) {
      const { dataCoding, parts } = segmentsOf(text, encodings.ASCII);
      reference = (reference + 1) & 0xff;
      for (const [at, part] of parts.entries()) {
        const split = parts.length > 1;
        const outcome = await submit({
          ...from,
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          destination_addr: to,
          data_coding: dataCoding,
          esm_class: split ? WITH_HEADER : 0,
          short_message: split ? Buffer.concat([partHeader(reference, parts.length, at + 1), part]) : part,
        });
        if (outcome === "refused") return "refused";
      }
      return "sent";
    },
    stop: () => connection.stop(),
  };
}

/** Addressing of the sender: international for a number (ton 1, npi 1), alphanumeric for a name (ton 5). */
function senderOf(sender: string) {
  const number = /^\d{3,15}$/.test(sender);
  return { source_addr_ton: number ? 1 : 5, source_addr_npi: number ? 1 : 0, source_addr: sender };
}
