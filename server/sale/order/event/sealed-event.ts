import * as v from "valibot";
import type { HandoverEvent } from "./changes.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";

/** An event of an order as the database has it: its envelope in clear, and its content, which names a person, encrypted. */
const StoredEvent = v.looseObject({
  event: v.exactOptional(v.looseObject({ sealed: v.exactOptional(v.string()) })),
});
type StoredEvent = v.InferOutput<typeof StoredEvent>;
const Content = v.looseObject({});

const boundTo = (eventId: string) => `event:${eventId}`;

/** An event of the database. */
export const readStoredEvent = (stored: unknown): StoredEvent => v.parse(StoredEvent, stored);

export async function sealEvent<Event extends HandoverEvent & { readonly event?: object }>(
  seals: Seals,
  event: Event,
): Promise<Event> {
  const content = JSON.stringify(event.event ?? {});
  return { ...event, event: { sealed: await seals.seal(content, boundTo(event.eventId)) } };
}

/** The whole event, as it is handed over. One that is not encrypted is returned as it is. Throws a DocumentKeyError. */
export async function openEvent(seals: Seals, eventId: string, stored: unknown): Promise<StoredEvent> {
  const read = readStoredEvent(stored);
  if (!isSealed(read)) return read;
  const opened = await seals.open(read.event?.sealed ?? "", boundTo(eventId));
  return { ...read, event: v.parse(Content, JSON.parse(opened)) };
}

export const isSealed = ({ event }: StoredEvent): boolean => event?.sealed !== undefined;
