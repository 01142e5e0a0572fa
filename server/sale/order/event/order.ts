import * as v from "valibot";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import type { Law } from "#core/law/law.ts";
import type { Line } from "#core/price/lines.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Settlement } from "#core/price/settlement.ts";
import type { Quote } from "#core/price/pricing.ts";
import type { Profile } from "#server/sale/identity/profile.ts";
import type { AcceptedTerms } from "#server/sale/checkout/tables.ts";
import type { OrderPayment } from "#server/sale/ledger/queries.ts";
import type { HandoverEvent } from "./changes.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";

/** The data of an order that its event needs. */
export type EventOrder = {
  readonly id: string;
  readonly number: string;
  /** The id in the customer base, or Kasse's for a new customer. */
  readonly customerId: string;
  readonly existingCustomer: boolean;
  readonly business: boolean;
  readonly organisation: Profile["organisation"] | undefined;
  readonly email: string;
  readonly payment: OrderPayment | null;
  readonly settlement: Settlement;
  readonly terms: AcceptedTerms | null;
  /** The day of the order as `YYYY-MM-DD`, for the VAT rate. */
  readonly day: string;
  /** When the customer ordered. */
  readonly at: Date;
  /** When the order became `placed`: later than `at` if it was held. */
  readonly placedAt: Date;
  readonly locale: Locale;
  readonly quote: Quote;
  readonly catalogue: Catalogue;
  readonly law: Law;
  readonly customer: CustomerForm;
  readonly nameOf: (line: Pick<Line, "kind" | "code">) => string;
  readonly seller: string;
  /** The temporary URL of the copy of the identity document; null if there is none. */
  readonly documentUrl: string | null;
  /** The temporary URL of the letter of authority for the number transfer, as a PDF; null if there is none. */
  readonly authorityUrl: string | null;
  /** The shop's URL, without a trailing slash. */
  readonly publicUrl: string;
};

/** An order's event as stored. The envelope is in clear text; the content identifies a person, so it is encrypted. */
const StoredEvent = v.looseObject({
  event: v.exactOptional(v.looseObject({ sealed: v.exactOptional(v.string()) })),
});
type StoredEvent = v.InferOutput<typeof StoredEvent>;
const Content = v.looseObject({});

const boundTo = (eventId: string) => `event:${eventId}`;

/** Parses a stored event. */
export const readStoredEvent = (stored: unknown): StoredEvent => v.parse(StoredEvent, stored);

export async function sealEvent<Event extends HandoverEvent & { readonly event?: object }>(
  seals: Seals,
  event: Event,
): Promise<Event> {
  const content = JSON.stringify(event.event ?? {});
  return { ...event, event: { sealed: await seals.seal(content, boundTo(event.eventId)) } };
}

/**
 * Returns the whole event for the hand-over. An event that is not encrypted is returned unchanged. Throws a
 * DocumentKeyError.
 */
export async function openEvent(seals: Seals, eventId: string, stored: unknown): Promise<StoredEvent> {
  const read = readStoredEvent(stored);
  if (!isSealed(read)) return read;
  const opened = await seals.open(read.event?.sealed ?? "", boundTo(eventId));
  return { ...read, event: v.parse(Content, JSON.parse(opened)) };
}

export const isSealed = ({ event }: StoredEvent): boolean => event?.sealed !== undefined;
