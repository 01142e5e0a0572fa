import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareKeys, fingerprintsOf, NUMBER_KEY } from "./fingerprints.ts";

const key = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });
const prints = (...documents: readonly ReturnType<typeof key>[]) =>
  fingerprintsOf({ documents, numbers: Buffer.alloc(32, 9) });
const AGREED = { different: [], missing: [], fresh: [], strange: false };

describe("the keys of a process, compared with those that the database was used with", () => {
  test("a new database accepts any key, and records all of them", () => {
    expect(compareKeys([], prints(key("a", 1)))).toEqual({ ...AGREED, fresh: prints(key("a", 1)) });
  });

  test("another key with a known name is different", () => {
    expect(compareKeys(prints(key("local", 1)), prints(key("local", 2)))).toMatchObject({
      different: ["documents:local"],
      strange: true,
    });
    const other = fingerprintsOf({ documents: [key("local", 1)], numbers: Buffer.alloc(32, 8) });
    expect(compareKeys(prints(key("local", 1)), other)).toMatchObject({ different: [NUMBER_KEY], strange: false });
  });

  test("a second key with the same name is an addition for a process that has the known one too", () => {
    const both = prints(key("k", 2), key("k", 1));
    expect(compareKeys(prints(key("k", 1)), both)).toMatchObject({ different: [], missing: [], strange: false });
    expect(compareKeys(both, prints(key("k", 1)))).toEqual(AGREED);
  });

  test("a process without any known key is strange; one without an old key only lacks that key", () => {
    expect(compareKeys(prints(key("a", 1)), prints(key("b", 2)))).toMatchObject({
      missing: ["documents:a"],
      strange: true,
    });
    expect(compareKeys(prints(key("a", 1), key("b", 2)), prints(key("b", 2)))).toEqual({
      ...AGREED,
      missing: ["documents:a"],
    });
    expect(compareKeys(prints(key("a", 1)), [])).toMatchObject({ missing: ["documents:a", NUMBER_KEY], strange: true });
  });
});

test("a fingerprint distinguishes keys and names, and reveals nothing of the key", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.stringMatching(/^[a-z]{1,8}$/), (bytes, id) => {
      const secret = Buffer.from(bytes);
      const [print] = fingerprintsOf({ documents: [{ id, key: secret }], numbers: null });
      const [again] = fingerprintsOf({ documents: [{ id, key: Buffer.from(secret) }], numbers: null });
      const [renamed] = fingerprintsOf({ documents: [{ id: `${id}x`, key: secret }], numbers: null });
      expect(print).toEqual(again);
      expect(print?.fingerprint).not.toBe(renamed?.fingerprint);
      expect(Buffer.from(print?.fingerprint ?? "", "base64url")).toHaveLength(16);
      expect(secret.includes(Buffer.from(print?.fingerprint ?? "", "base64url").subarray(0, 4))).toBe(false);
    }),
  );
});
