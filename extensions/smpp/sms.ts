import { setTimeout as wait } from "node:timers/promises";
import { randomInt } from "node:crypto";
import type { Logger } from "pino";
import { NotReached } from "#server/platform/unavailable.ts";
import type { SmsCounts, SmsOutcome, SmsPort } from "#server/platform/mail-and-sms.ts";
import { BindRefused, smppConnection, type SmppOptions } from "./connection.ts";
import { receiptOf, statusOf, type Status } from "./receipt.ts";
import { partHeader, segmentsOf } from "./alphabets.ts";

export type { SmppOptions } from "./connection.ts";

/** Delays before the retries, in ms. */
const RETRY_DELAYS_MS = [300, 700, 1500] as const;
/** esm_class: the text starts with a header (UDHI; SMPP 3.4, 5.2.12). */
const WITH_HEADER = 0x40;
/** registered_delivery: a receipt with the final outcome (5.2.17). */
const WITH_RECEIPT = 1;

/** Sends text messages by SMPP 3.4 to the operator's SMS centre. Never logs their content or the number. */
export async function smppSms(
  options: SmppOptions,
  { log, counts }: { readonly log: Pick<Logger, "warn" | "error">; readonly counts: SmsCounts },
): Promise<SmsPort & { stop(): Promise<void> }> {
  const { encodings } = (await import("#libraries/smpp/index.ts")).default;
  const connection = await smppConnection(options, (pdu) => {
    const state = receiptOf(pdu);
    if (state !== null) void counts.receipt(state);
  });
  const addresses = addressesOf(options);
  let reference = randomInt(256);

  async function ask(fields: object): Promise<Status> {
    try {
      return statusOf(
        (await connection.request((session, answer) => session.submit_sm(fields, answer))).command_status,
      );
    } catch (error) {
      if (error instanceof BindRefused) return statusOf(error.status);
      if (error instanceof NotReached) return { name: error.message, kind: "unreached" };
      throw error;
    }
  }

  async function submit(fields: object): Promise<SmsOutcome> {
    for (const delay of [...(options.retryDelaysMs ?? RETRY_DELAYS_MS), null]) {
      const { name, kind } = await ask(fields);
      if (kind === "accepted") return "sent";
      if (kind === "number") return "refused";
      if (kind === "settings" || kind === "other") {
        log.error({ status: name }, "the SMS centre rejects texts: check settings and account");
        return "later";
      }
      if (delay === null || kind === "unreached") {
        log.warn({ status: name }, "the SMS centre accepts no texts at the moment");
        return "later";
      }
      await wait(delay);
    }
    throw new Error("unreachable: the last delay is null");
  }

  return {
    async send({ to, text, validMs }) {
      const { dataCoding, parts } = segmentsOf(text, options.alphabet, encodings.ASCII);
      reference = (reference + 1) & 0xff;
      for (const [at, part] of parts.entries()) {
        const split = parts.length > 1;
        const outcome = await submit({
          ...addresses,
          destination_addr: to,
          data_coding: dataCoding,
          esm_class: split ? WITH_HEADER : 0,
          validity_period: relativeTime(validMs),
          registered_delivery: WITH_RECEIPT,
          short_message: split ? Buffer.concat([partHeader(reference, parts.length, at + 1), part]) : part,
        });
        if (outcome !== "sent") return outcome;
        await counts.accepted();
      }
      return "sent";
    },
    stop: () => connection.stop(),
  };
}

/**
 * Returns how sender and recipient are addressed. A sender without a type counts as international if it is a number
 * (1/1), and as alphanumeric if it is a name (5/0).
 */
function addressesOf({ sender, senderType, recipientType }: SmppOptions) {
  const { ton, npi } = senderType ?? (/^\d+$/.test(sender) ? { ton: 1, npi: 1 } : { ton: 5, npi: 0 });
  return {
    source_addr_ton: ton,
    source_addr_npi: npi,
    source_addr: sender,
    dest_addr_ton: recipientType.ton,
    dest_addr_npi: recipientType.npi,
  };
}

/**
 * Returns a time relative to now as `YYMMDDhhmmsstnnp` (SMPP 3.4, 7.1.1.2), for less than a day. It does not depend on
 * the SMS centre's clock.
 */
function relativeTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `000000${two(seconds / 3600)}${two((seconds / 60) % 60)}${two(seconds % 60)}000R`;
}
