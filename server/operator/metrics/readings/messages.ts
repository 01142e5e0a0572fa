import { sql } from "kysely";
import { RECEIPT_STATES } from "#core/sms-receipts.ts";
import { dayBefore, each, reading } from "../reading.ts";
import { receiptFigures } from "#server/sale/identity/sms-counts.ts";

type Codes = { readonly sent: number; readonly used: number; readonly ended: number; readonly unused: number };

export const loginCodes = reading(
  "login codes",
  ["kasse_login_codes_sent", "kasse_login_codes_used", "kasse_login_codes_ended", "kasse_login_codes_unused_ratio"],
  async ({ db, now }) => {
    // Old codes are purged every night, and a limit bounds how many there are.
    const { rows } = await sql<Codes>`
      select count(*)::int as sent, count(used_at)::int as used,
        (count(*) filter (where expires_at <= ${now}))::int as ended,
        (count(*) filter (where expires_at <= ${now} and used_at is null))::int as unused
      from sms_codes where expires_at > ${dayBefore(now)}`.execute(db);
    const { sent, used, ended, unused } = rows[0] ?? { sent: 0, used: 0, ended: 0, unused: 0 };
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
