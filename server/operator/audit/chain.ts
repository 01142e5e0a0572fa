import { createHmac, type KeyObject } from "node:crypto";
import { canonical } from "#core/text/canonical.ts";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";
import { isSwissMobile, normalisePhone } from "#core/phone-numbers/phone.ts";

/** What one of the operator's staff did or looked at. */
export type AuditEntry = {
  readonly at: Date;
  /** Who did it: a user of the machine, or a person at the desk. */
  readonly actor: string;
  /** What was done, as a fixed text: the command. */
  readonly action: string;
  /** The number of an order, or a keyed hash of another search text, such as an e-mail address; null for none. */
  readonly subject: string | null;
  readonly reason: string | null;
};

/** An entry of the audit log. Entries are numbered from 1 without gaps. */
export type AuditLine = AuditEntry & { readonly seq: number; readonly hash: Buffer };

/** The number and hash of an entry, to be recorded elsewhere. */
export type AuditHead = Pick<AuditLine, "seq" | "hash">;

/**
 * Returns the keyed hash of an entry and of the previous hash, and thereby of all earlier entries. `before`: null for
 * the first entry.
 */
export function hashOf(key: KeyObject, line: AuditEntry & { readonly seq: number }, before: Buffer | null): Buffer {
  const { seq, at, actor, action, subject, reason } = line;
  const content = [seq, at.toISOString(), actor, action, subject, reason, before?.toString("hex") ?? ""];
  return createHmac("sha256", key).update(canonical(content)).digest();
}

/** How many hexadecimal digits of a hash are part of a head: 128 bits. */
const SHOWN = 32;

/** Returns a head as text: `17:3f2a…`. */
export const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash.toString("hex").slice(0, SHOWN)}`;

export const isHeadText = (text: string): boolean => /^[1-9]\d{0,14}:[0-9a-f]{32}$/.test(text);

/**
 * The first fault in the log: an entry was changed (`changed`), an entry is missing (`missing`), or the entries from
 * here on are missing (`cut`).
 */
export type AuditFault = { readonly kind: "changed" | "missing" | "cut"; readonly seq: number };

/** Checks entries one after the other, in their order. */
export function createChainCheck(key: KeyObject, expected: readonly string[]) {
  let last: AuditHead | null = null;
  /** Recorded heads, by entry number. */
  const heads = new Map(expected.map((head) => [Number(head.split(":")[0]), head]));
  return {
    /** Checks the next entry. Returns its fault; null if it is right. */
    next(line: AuditLine): AuditFault | null {
      const seq = (last?.seq ?? 0) + 1;
      if (line.seq !== seq) return { kind: "missing", seq };
      const isRight = hashOf(key, line, last?.hash ?? null).equals(line.hash);
      const head = heads.get(seq);
      if (!isRight || (head !== undefined && head !== headText(line))) return { kind: "changed", seq };
      last = { seq, hash: line.hash };
      return null;
    },
    /** Returns the last entry, or the fault if recorded entries after it are missing. */
    end(): AuditHead | AuditFault | null {
      const seq = last?.seq ?? 0;
      return [...heads.keys()].some((each) => each > seq) ? { kind: "cut", seq } : last;
    },
  };
}

/**
 * Returns the key of the audit log. It is not in the database, so access to the database is not enough to forge an
 * entry.
 */
export const auditKey = (numberKey: Buffer): KeyObject => deriveKey(numberKey, "audit");

/**
 * Returns the subject of an entry. For an order, it is the order's number; for any other text, such as an e-mail
 * address, it is a keyed hash, by which it can be found but not read.
 */
export function subjectOf(numberKey: Buffer, named: string): string {
  const text = named.trim();
  if (/^K\d+$/i.test(text)) return text.toUpperCase();
  const phone = normalisePhone(text);
  const same = isSwissMobile(phone) ? phone : text.toLowerCase().normalize("NFC");
  return `#${pseudonym(deriveKey(numberKey, "audit-subjects"), same)}`;
}
