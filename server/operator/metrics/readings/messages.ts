import { RECEIPT_STATES } from "#server/platform/messages/ports.ts";
import { countCodes } from "#server/reports/codes.ts";
import { dayBefore, each, reading } from "../reading.ts";
import { receiptFigures } from "#server/sale/identity/sms-counts.ts";

export const loginCodes = reading(
  "login codes",
  ["kasse_login_codes_sent", "kasse_login_codes_used", "kasse_login_codes_ended", "kasse_login_codes_unused_ratio"],
  async ({ db, now }) => {
    const { sent, used, ended, unused } = await countCodes(db, { since: dayBefore(now), now });
    return {
      kasse_login_codes_sent: [{ value: sent }],
      kasse_login_codes_used: [{ value: used }],
      kasse_login_codes_ended: [{ value: ended }],
      kasse_login_codes_unused_ratio: [{ value: ended === 0 ? 0 : unused / ended }],
    };
  },
);

export const receipts = reading(
  "receipts",
  ["kasse_sms_receipts", "kasse_sms_receipts_missing"],
  async ({ db, now }) => {
    const { states, missing } = await receiptFigures(db, now);
    return {
      kasse_sms_receipts: each("state", RECEIPT_STATES, (state) => states[state]),
      kasse_sms_receipts_missing: [{ value: missing }],
    };
  },
);
