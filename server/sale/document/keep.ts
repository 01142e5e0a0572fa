import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { run, runTogether, statement } from "#server/platform/database/statement.ts";
import type { Config } from "#server/config/config.ts";
import { encryptDocument } from "#server/platform/encryption/encryption.ts";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { newId } from "#server/platform/ids.ts";
import { orderOfCheckout, unorderedBytes } from "#server/read-models/checkout.ts";
import { documentOfCheckout, lockCheckout } from "#server/sale/checkout/queries.ts";
import { documentToInsert, otherDocumentsToRemove, type NewDocument } from "./queries.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";

/** Stores encrypted identity documents. Encrypting them is up to the caller. */
export type DocumentStore = {
  put(key: string, content: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  /** Does nothing if the key does not exist. */
  remove(key: string): Promise<void>;
  /** Yields all keys in any order, including those of interrupted writes. */
  list(): AsyncIterable<{ readonly key: string; readonly changedAt: Date }>;
};

/** A picture to store. `readingHash`: the hash of the secret that permits reading it; null if it cannot be read. */
type NewPicture = { readonly jpeg: Buffer; readonly readingHash: Buffer | null };

/**
 * Sets the checkout's document. Returns the files of replaced documents; null if there is an order or the claim fails.
 * Fails if there is no space.
 */
async function setDocument(
  tx: Handle,
  checkout: Owned,
  document: NewDocument,
  { claim, spaceIn }: { claim: (tx: Handle) => Promise<boolean>; spaceIn: (sums: Sums) => Result<null, Full> },
): Promise<Result<readonly string[] | null, Full>> {
  // Creating the order takes the same lock, so either the order already exists, or it will have this document. With the
  // second lock, pictures that arrive at once cannot all find the same space.
  const { id: checkoutId } = checkout;
  const [locked, , orders, sums] = await runTogether(
    tx,
    lockCheckout(checkoutId),
    statement`select pg_advisory_xact_lock(${LOCKS.unorderedDocuments})`,
    orderOfCheckout(checkoutId),
    unorderedBytes(checkoutId, ownerOf(checkout)),
  );
  if (locked.length === 0) throw new Error("The checkout of the document does not exist");
  if (orders.length > 0) return ok(null);
  const space = spaceIn(sums);
  if (!space.ok) return space;
  if (!(await claim(tx))) return ok(null);
  const [, earlier] = await runTogether(
    tx,
    documentOfCheckout(checkoutId, documentToInsert(checkoutId, document)),
    otherDocumentsToRemove(checkoutId, document.id),
  );
  return ok(earlier.map((row) => row.storage_key));
}

const MB = 1024 * 1024;
/** Maximum size of a customer's pictures without an order, in MB: enough for several pictures of the maximum size. */
const PER_CUSTOMER_MB = 15;

/** Stores the pictures of checkouts within the storage limits. */
export type DocumentKeeper = {
  /**
   * Stores a picture for a checkout, encrypted with the first key, and replaces an earlier one. The file is written
   * before the row, so that no row refers to a missing file; the nightly purge removes files without a row. Returns
   * false if the checkout has an order by now, because an order keeps its document. Also returns false if `claim`,
   * which runs in the same transaction, returns false. Fails like `spaceFor`, which it checks again under a lock.
   */
  keep(checkout: Owned, picture: NewPicture, claim?: (tx: Handle) => Promise<boolean>): Promise<Result<boolean, Full>>;
  /**
   * Checks the limits for documents without an order: for this customer in all checkouts, and in total. Fails with 429.
   * If the total is reached, it starts the purge at once.
   */
  spaceFor(checkout: Owned): Promise<Result<null, Full>>;
};

type Full = "documentsFull" | "uploadsBusy";
type Owned = Pick<OpenCheckout, "id" | "account" | "registeredEmail">;
/** The row that `unorderedBytes` returns. */
type Sums = readonly { readonly all: string; readonly own: string }[];

const ownerOf = ({ account, registeredEmail }: Owned) => ({
  accountId: account?.id ?? null,
  email: account?.email ?? registeredEmail,
});

export function createDocumentKeeper(needs: {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly config: Pick<Config, "documentKeys" | "dataDir" | "unorderedDocuments">;
}): DocumentKeeper {
  const { db, documents, config } = needs;

  function spaceIn([sums]: Sums): Result<null, Full> {
    if (Number(sums?.own) >= PER_CUSTOMER_MB * MB) return fail("documentsFull", { retryAfter: 3600 });
    const isFull = Number(sums?.all) >= config.unorderedDocuments.megabytes * MB;
    return isFull ? fail("uploadsBusy", { retryAfter: 600 }) : ok(null);
  }

  return {
    async keep(checkout, { jpeg, readingHash }, claim = () => Promise.resolve(true)) {
      const key = (await documentKeys(config.documentKeys, config.dataDir))[0];
      if (!key) throw new Error("There is no key for documents");
      const id = newId();
      await documents.put(id, encryptDocument(jpeg, id, key));
      const document = { id, storage_key: id, key_id: key.id, bytes: jpeg.length, reading_hash: readingHash };
      const set = await db.transaction().execute((tx) => setDocument(tx, checkout, document, { claim, spaceIn }));
      const earlier = set.ok ? set.value : null;
      for (const storageKey of earlier ?? [id]) await documents.remove(storageKey);
      return set.ok ? ok(earlier !== null) : set;
    },
    async spaceFor(checkout) {
      const space = spaceIn(await run(db, unorderedBytes(checkout.id, ownerOf(checkout))));
      if (!space.ok && space.failure.name === "uploadsBusy")
        await addJobs(db, [{ name: "purge-unordered-documents", payload: {}, key: "purge-unordered-documents" }]);
      return space;
    },
  };
}
