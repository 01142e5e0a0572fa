import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { DocumentStore } from "#server/sale/document/keep.ts";

/**
 * Returns all documents of a store.
 *
 * @public for extensions
 */
export async function all(store: DocumentStore) {
  const found: { key: string; changedAt: Date }[] = [];
  for await (const each of store.list()) found.push(each);
  return found;
}

/** What every store of documents does. */
export const describeStore = (name: string, open: () => DocumentStore) =>
  describe(`documents in ${name}`, () => {
    test("are put, read, replaced and removed; a missing one is null, and removing it is no error", async () => {
      const store = open();
      const key = randomUUID();
      expect(await store.get(key)).toBeNull();
      await store.remove(key);
      const content = Buffer.from([0, 255, 13, 10, 128]);
      await store.put(key, content);
      expect(await store.get(key)).toEqual(content);
      await store.put(key, Buffer.from("new"));
      expect(await store.get(key)).toEqual(Buffer.from("new"));
      await store.remove(key);
      expect(await store.get(key)).toBeNull();
    });

    test("are all listed, with the time of their last change", async () => {
      const store = open();
      const keys = Array.from({ length: 5 }, () => randomUUID());
      for (const key of keys) await store.put(key, Buffer.from(key));
      const listed = await all(store);
      expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
      for (const { changedAt } of listed) expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000);
      for (const key of keys) await store.remove(key);
      expect(await all(store)).toEqual([]);
    });
  });
