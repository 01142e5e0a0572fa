import { createHmac, type KeyObject } from "node:crypto";
import { canonical } from "#core/text/canonical.ts";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";
import { isSwissMobile, normalisePhone } from "#core/phone-numbers/phone.ts";

/** An action or a view of one of the operator's people. */
export type AuditEntry = {
  readonly at: Date;
  /** Who did it: a user of the machine, or a person of the desk. */
  readonly actor: string;
  /** What was done, as a fixed word: the command. */
  readonly action: string;
  /** The number of an order, or a keyed hash of another search text, such as an e-mail; null for none. */
  readonly subject: string | null;
  readonly reason: string | null;
};

/** A line of the audit log. Lines are numbered from 1 without a gap. */
export type AuditLine = AuditEntry & { readonly seq: number; readonly hash: Buffer };

/** The number and hash of a line, to be recorded elsewhere. */
export type AuditHead = Pick<AuditLine, "seq" | "hash">;

/**
 * Returns the keyed hash of a line and of the hash before it, and so of all lines before it. `before`: null for the
 * first line.
 */
export function hashOf(key: KeyObject, line: AuditEntry & { readonly seq: number }, before: Buffer | null): Buffer {
  const { seq, at, actor, action, subject, reason } = line;
  const content = [seq, at.toISOString(), actor, action, subject, reason, before?.toString("hex") ?? ""];
  return createHmac("sha256", key).update(canonical(content)).digest();
}

/** Number of hexadecimal digits of a hash in a head: 128 bits. */
const SHOWN = 32;

/** Returns a head as text: `17:3f2a…`. */
export const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash.toString("hex").slice(0, SHOWN)}`;

/** Returns whether a text is a head. */
export const isHeadText = (text: string): boolean => /^[1-9]\d{0,14}:[0-9a-f]{32}$/.test(text);

/** The first fault in the lines: a line was changed, a line is missing, or the lines after one are missing. */
export type AuditFault = { readonly kind: "changed" | "missing" | "cut"; readonly seq: number };

/** Checks lines one after the other, in their order. */
export function createChainCheck(key: KeyObject, expected: readonly string[]) {
  let last: AuditHead | null = null;
  /** Recorded heads, by their line number. */
  const heads = new Map(expected.map((head) => [Number(head.split(":")[0]), head]));
  return {
    /** Checks the next line. Returns its fault; null if it is right. */
    next(line: AuditLine): AuditFault | null {
      const seq = (last?.seq ?? 0) + 1;
      if (line.seq !== seq) return { kind: "missing", seq };
      const isRight = hashOf(key, line, last?.hash ?? null).equals(line.hash);
      const head = heads.get(seq);
      if (!isRight || (head !== undefined && head !== headText(line))) return { kind: "changed", seq };
      last = { seq, hash: line.hash };
      return null;
    },
    /** Returns the last line, or the fault if recorded lines after it are missing. */
    end(): AuditHead | AuditFault | null {
      const seq = last?.seq ?? 0;
      return [...heads.keys()].some((each) => each > seq) ? { kind: "cut", seq } : last;
    },
  };
}

/**
 * Returns the key of the audit log. It is not in the database, so database access alone is not enough to forge a line.
 */
export const auditKey = (numberKey: Buffer): KeyObject => deriveKey(numberKey, "audit");

/**
 * Returns the subject of a line: an order by its number; any other text, such as an e-mail, as a keyed hash, by which
 * it can be found without being readable.
 */
export function subjectOf(numberKey: Buffer, named: string): string {
  const text = named.trim();
  if (/^K\d+$/i.test(text)) return text.toUpperCase();
  const phone = normalisePhone(text);
  const same = isSwissMobile(phone) ? phone : text.toLowerCase().normalize("NFC");
  return `#${pseudonym(deriveKey(numberKey, "audit-subjects"), same)}`;
}
