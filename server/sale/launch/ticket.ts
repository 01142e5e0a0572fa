import type { KeyObject } from "node:crypto";
import { pseudonym } from "#server/platform/encryption/keys.ts";
import { isSameSecret } from "#server/platform/http/secrets.ts";

/** A shopper's place in the queue of a product. */
export type Ticket = { readonly product: string; readonly place: number };

/** Writes a ticket with a signature, so that reading it needs no query and nobody can invent one. */
export function writeTicket(key: KeyObject, { product, place }: Ticket): string {
  const text = `${product}.${place}`;
  return `${text}.${pseudonym(key, text)}`;
}

/** Returns the place of a ticket; null if it is for another product or was not written with this key. */
export function placeOf(key: KeyObject, ticket: string, product: string): number | null {
  const [, text, place, signature] = /^(.*\.(\d{1,9}))\.([\w-]{22})$/.exec(ticket) ?? [];
  if (text === undefined || place === undefined || signature === undefined) return null;
  if (text !== `${product}.${place}` || !isSameSecret(pseudonym(key, text), signature)) return null;
  return Number(place);
}
