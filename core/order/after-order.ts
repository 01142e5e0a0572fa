import type { CustomerForm } from "../form/fields.ts";
import { dayInZurich, formatDay, type Day } from "../time/dates.ts";
import { normalisePhone } from "../phone-numbers/phone.ts";
import { transferDays } from "../phone-numbers/transfer-day.ts";
import { IN_A_PARCEL } from "../price/in-a-parcel.ts";
import type { Line } from "../price/lines.ts";
import { firstWorkingDayOfNextMonth, workingDaysAfter } from "../time/working-days.ts";

/** The facts about an order that determine what happens after it. */
export type Ordered = {
  readonly at: Date;
  readonly lines: readonly Pick<Line, "kind">[];
  /** Whether any part of the order will be billed. */
  readonly billed: boolean;
  readonly customer: Pick<CustomerForm, "simType" | "mnp" | "mnpMsisdn" | "mnpSubscriptionType" | "typeOfBill"> & {
    /** The new number that the customer has chosen. */
    readonly newMsisdn?: string;
    /** The requested transfer day (`YYYY-MM-DD`); absent or empty for as soon as possible. */
    readonly mnpDate?: string;
  };
};

/** What happens after an order; null for what does not apply to the order. Days are `YYYY-MM-DD`. */
export type AfterOrder = {
  /** `expected`: the day the SIM card arrives by post; null for an eSIM. */
  readonly sim: { readonly kind: "post" | "esim"; readonly expected: string | null } | null;
  readonly number: {
    readonly kind: "new" | "transfer";
    /** The number to be transferred, or the chosen new number; null if it is unknown or the reader may not see it. */
    readonly msisdn: string | null;
    readonly earliest: string | null;
    /** The requested day; null if none was requested, or it has become too early. */
    readonly wished: string | null;
    /** Whether the holder has to confirm by text message, as for a prepaid number (domain facts, Number transfer). */
    readonly confirmBySms: boolean;
  } | null;
  /** The parcel with a device or set-top boxes. */
  readonly parcel: { readonly expected: string } | null;
  readonly firstBill: { readonly expected: string; readonly by: "email" | "post" } | null;
};

/** The number of working days after the order when post arrives (domain facts). */
const POST_WORKING_DAYS = 2;

/**
 * Returns the days (`YYYY-MM-DD`) that an order placed today is promised: when post arrives, and the earliest day of a
 * transfer.
 */
export function promisedDays(today: Day): { readonly post: string; readonly transfer: string } {
  return {
    post: formatDay(workingDaysAfter(today, POST_WORKING_DAYS)),
    transfer: formatDay(transferDays(today).earliest),
  };
}

/** Returns whether an order of these lines has a mobile number. Television has none. */
export const hasMobileNumber = (lines: readonly Pick<Line, "kind">[]): boolean =>
  lines.some(({ kind }) => kind === "mobileTariff");

/** Returns whether the order is for an eSIM. */
export function wantsEsim({
  lines,
  customer,
}: Pick<Ordered, "lines"> & { readonly customer: { simType: string } }): boolean {
  return hasMobileNumber(lines) && customer.simType === "1";
}

/** Returns what happens next. Dates are counted in Swiss working days from the day of the order in Switzerland. */
export function afterOrder({ at, lines, billed, customer }: Ordered): AfterOrder {
  const today = dayInZurich(at);
  const { post: byPost, transfer } = promisedDays(today);
  const mobile = hasMobileNumber(lines);
  const esim = wantsEsim({ lines, customer });
  return {
    sim: mobile ? { kind: esim ? "esim" : "post", expected: esim ? null : byPost } : null,
    number: !mobile
      ? null
      : customer.mnp
        ? {
            kind: "transfer",
            msisdn: normalisePhone(customer.mnpMsisdn),
            earliest: transfer,
            wished: customer.mnpDate && customer.mnpDate >= transfer ? customer.mnpDate : null,
            confirmBySms: customer.mnpSubscriptionType === "Prepaid",
          }
        : { kind: "new", msisdn: customer.newMsisdn || null, earliest: null, wished: null, confirmBySms: false },
    parcel: lines.some(({ kind }) => IN_A_PARCEL[kind]) ? { expected: byPost } : null,
    firstBill: billed
      ? {
          expected: formatDay(firstWorkingDayOfNextMonth(today)),
          by: customer.typeOfBill === "post" ? "post" : "email",
        }
      : null,
  };
}
