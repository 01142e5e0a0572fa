/** Where encrypted identity documents lie; Kasse encrypts before and decrypts after, whatever the store is. */
export type DocumentStore = {
  put(key: string, content: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
};
