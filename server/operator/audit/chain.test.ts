import { createSecretKey } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createChainCheck, hashOf, headText, isHeadText, type AuditEntry, type AuditLine } from "./chain.ts";

const KEY = createSecretKey(Buffer.alloc(32, 7));
const text = fc.option(fc.string({ maxLength: 20 }), { nil: null });
const entries = fc.array(
  fc.record({
    at: fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
    actor: fc.string({ maxLength: 20 }),
    action: fc.constantFrom("find", "orders show", "orders refund"),
    subject: text,
    reason: text,
  }),
  { minLength: 1, maxLength: 12 },
);

/** The lines of a log with these entries. */
function logOf(all: readonly AuditEntry[]): AuditLine[] {
  const lines: AuditLine[] = [];
  for (const entry of all) {
    const seq = lines.length + 1;
    lines.push({ ...entry, seq, hash: hashOf(KEY, { ...entry, seq }, lines.at(-1)?.hash ?? null) });
  }
  return lines;
}

/** The result of checking lines: the first fault, or the last line. */
function verdict(lines: readonly AuditLine[], heads: readonly string[] = [], key = KEY) {
  const check = createChainCheck(key, heads);
  for (const line of lines) {
    const fault = check.next(line);
    if (fault) return fault;
  }
  const end = check.end();
  return end && "hash" in end ? headText(end) : end;
}

describe("the lines of an audit log", () => {
  test("are valid as written, up to each recorded line", () => {
    fc.assert(
      fc.property(entries, (all) => {
        const lines = logOf(all);
        expect(verdict(lines, lines.map(headText))).toBe(headText(lines.at(-1) as AuditLine));
      }),
    );
    expect(verdict([])).toBeNull();
  });

  test("reveal each change of a field, and where", () => {
    fc.assert(
      fc.property(
        entries,
        fc.nat(),
        fc.constantFrom("at", "actor", "action", "subject", "reason"),
        (all, at, field) => {
          const lines = logOf(all);
          const changed = lines[at % lines.length] as AuditLine;
          const other = {
            ...changed,
            [field]: field === "at" ? new Date(changed.at.getTime() + 1) : `${changed[field]}x`,
          };
          expect(verdict(lines.with(changed.seq - 1, other))).toEqual({ kind: "changed", seq: changed.seq });
        },
      ),
    );
  });

  test("reveal each removed line, the last one by a recorded line", () => {
    fc.assert(
      fc.property(entries, fc.nat(), (all, at) => {
        const lines = logOf(all);
        const seq = (at % lines.length) + 1;
        const left = lines.toSpliced(seq - 1, 1);
        const head = headText(lines.at(-1) as AuditLine);
        expect(verdict(left, [head])).toEqual(
          seq === lines.length ? { kind: "cut", seq: seq - 1 } : { kind: "missing", seq },
        );
      }),
    );
  });

  test("reveal a log rewritten from the beginning, by a recorded line", () => {
    const before = logOf([{ at: new Date(0), actor: "anna", action: "find", subject: null, reason: null }]);
    const again = logOf([{ at: new Date(0), actor: "berta", action: "find", subject: null, reason: null }]);
    expect(verdict(again, before.map(headText))).toEqual({ kind: "changed", seq: 1 });
  });

  test("are invalid with another key", () => {
    const lines = logOf([{ at: new Date(0), actor: "anna", action: "find", subject: null, reason: null }]);
    expect(verdict(lines, [], createSecretKey(Buffer.alloc(32, 8)))).toEqual({ kind: "changed", seq: 1 });
  });

  test("are recorded as number and hash", () => {
    const [line] = logOf([{ at: new Date(0), actor: "anna", action: "find", subject: null, reason: null }]);
    expect(isHeadText(headText(line as AuditLine))).toBe(true);
    for (const wrong of [
      "",
      "1",
      "0:0123456789abcdef0123456789abcdef",
      "1:0123",
      "x:y",
      "1:Z123456789abcdef0123456789abcdef",
    ])
      expect(isHeadText(wrong)).toBe(false);
  });
});
