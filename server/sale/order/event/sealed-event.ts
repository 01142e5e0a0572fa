import type { HandoverEvent } from "./changes.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";

/** An event of an order as the database has it: its envelope in clear, and its content, which names a person, encrypted. */
type StoredEvent = { readonly event?: object };
type SealedContent = { readonly sealed: string };

const boundTo = (eventId: string) => `event:${eventId}`;

export async function sealEvent<Event extends HandoverEvent>(seals: Seals, event: Event): Promise<Event> {
  const content = JSON.stringify((event as StoredEvent).event ?? {});
  return { ...event, event: { sealed: await seals.seal(content, boundTo(event.eventId)) } };
}

/** The whole event, as it is handed over. One that is not encrypted is returned as it is. Throws a DocumentKeyError. */
export async function openEvent<Event extends object>(seals: Seals, eventId: string, stored: Event): Promise<Event> {
  if (!isSealed(stored)) return stored;
  const { sealed } = (stored as { readonly event: SealedContent }).event;
  return { ...stored, event: JSON.parse(await seals.open(sealed, boundTo(eventId))) as object };
}

export function isSealed(stored: object): boolean {
  const { event } = stored as StoredEvent;
  return event !== undefined && "sealed" in event;
}
