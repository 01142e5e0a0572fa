import { createHmac, type KeyObject } from "node:crypto";
import { canonical } from "#core/text/canonical.ts";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";
import { isSwissMobile, normalisePhone } from "#core/phone-numbers/phone.ts";

/** What somebody did or looked at. */
export type AuditEntry = {
  readonly at: Date;
  /** Who: a user of the machine, or a person of the desk. */
  readonly actor: string;
  /** What, as a fixed word: the command. */
  readonly action: string;
  /** The number of an order, or a keyed hash of what else was named, such as an e-mail; null if nothing was. */
  readonly subject: string | null;
  readonly reason: string | null;
};

/** A line of the audit log. Lines are numbered from 1 without a gap. */
export type AuditLine = AuditEntry & { readonly seq: number; readonly hash: Buffer };

/** The number and hash of a line, as it is written down elsewhere. */
export type AuditHead = Pick<AuditLine, "seq" | "hash">;

/** The keyed hash of a line and, by the one before, of all lines before it. `before`: null for the first. */
export function hashOf(key: KeyObject, line: AuditEntry & { readonly seq: number }, before: Buffer | null): Buffer {
  const { seq, at, actor, action, subject, reason } = line;
  const content = [seq, at.toISOString(), actor, action, subject, reason, before?.toString("hex") ?? ""];
  return createHmac("sha256", key).update(canonical(content)).digest();
}

/** Hexadecimal digits of a hash that are written down: 128 bits. */
const SHOWN = 32;

/** A head as text: `17:3f2a…`. */
export const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash.toString("hex").slice(0, SHOWN)}`;

/** Whether a text is a head. */
export const isHeadText = (text: string): boolean => /^[1-9]\d{0,14}:[0-9a-f]{32}$/.test(text);

/** The first thing that is wrong with the lines: one has changed, one is missing, or those after one are. */
export type AuditFault = { readonly kind: "changed" | "missing" | "cut"; readonly seq: number };

/** Checks lines one after the other, in their order. */
export function createChainCheck(key: KeyObject, expected: readonly string[]) {
  let last: AuditHead | null = null;
  /** Heads that were written down, by their line. */
  const heads = new Map(expected.map((head) => [Number(head.split(":")[0]), head]));
  return {
    /** Checks the next line. Returns what is wrong with it; null if it is right. */
    next(line: AuditLine): AuditFault | null {
      const seq = (last?.seq ?? 0) + 1;
      if (line.seq !== seq) return { kind: "missing", seq };
      const isRight = hashOf(key, line, last?.hash ?? null).equals(line.hash);
      const head = heads.get(seq);
      if (!isRight || (head !== undefined && head !== headText(line))) return { kind: "changed", seq };
      last = { seq, hash: line.hash };
      return null;
    },
    /** After the last line: the last one; or the lines that were written down and are not there. */
    end(): AuditHead | AuditFault | null {
      const seq = last?.seq ?? 0;
      return [...heads.keys()].some((each) => each > seq) ? { kind: "cut", seq } : last;
    },
  };
}

/** The key of the audit log: not in the database, so that nobody who has that alone can write a line. */
export const auditKey = (numberKey: Buffer): KeyObject => deriveKey(numberKey, "audit");

/**
 * What stands for something that was named: an order by its number; anything else, such as an e-mail, as a keyed hash,
 * by which it is found again and which says nothing to others.
 */
export function subjectOf(numberKey: Buffer, named: string): string {
  const text = named.trim();
  if (/^K\d+$/i.test(text)) return text.toUpperCase();
  const phone = normalisePhone(text);
  const same = isSwissMobile(phone) ? phone : text.toLowerCase().normalize("NFC");
  return `#${pseudonym(deriveKey(numberKey, "audit-subjects"), same)}`;
}
