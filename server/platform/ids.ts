import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/**
 * The id of a new row: a UUID of version 7 (RFC 9562, section 5.7), which begins with the time. The newest rows are
 * then neighbours in every index, so a sale touches as few pages of a database with a million orders as of an empty
 * one.
 */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Whether a text is a UUID, in lower case. The database throws for anything else. */
export const isUuid = (text: string): boolean => UUID.test(text);

const TIME_BYTES = 6;
/** More than the 128 random bits that decisions 3 requires. */
const RANDOM_BYTES = 18;

/** An id that is a secret as well: the time in ms and 144 random bits, as 32 characters of base64url. */
export function newSecretId(now: Date): string {
  const bytes = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  bytes.writeUIntBE(now.getTime(), 0, TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(bytes, TIME_BYTES);
  return bytes.toString("base64url");
}
