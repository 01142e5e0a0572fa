/** Where encrypted identity documents lie; Kasse encrypts before and decrypts after, whatever the store is. */
export type DocumentStore = {
  put(key: string, content: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Everything that is kept, torn writes included, in any order. */
  list(): AsyncIterable<{ readonly key: string; readonly changedAt: Date }>;
};
