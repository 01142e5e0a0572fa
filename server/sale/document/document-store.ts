/** Stores encrypted identity documents. Encryption happens outside of the store. */
export type DocumentStore = {
  put(key: string, content: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  /** Does nothing if the key does not exist. */
  remove(key: string): Promise<void>;
  /** All keys in any order, including those of interrupted writes. */
  list(): AsyncIterable<{ readonly key: string; readonly changedAt: Date }>;
};
