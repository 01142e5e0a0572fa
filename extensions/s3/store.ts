import type * as Sdk from "#libraries/s3/index.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { DocumentStore } from "#server/sale/document/keep.ts";

export type S3Settings = {
  /** The URL of an S3-compatible store, whose buckets are then part of the path; null for Amazon S3. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of every key, so that the bucket may contain other objects. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly timeoutMs?: number;
};

/** Timeouts for connecting and for each response, in ms. */
const CONNECT_MS = 3000;
const ANSWER_MS = 10_000;
/** Maximum number of attempts of each call; all calls can be repeated safely. */
const ATTEMPTS = 3;

/**
 * Stores documents in S3-compatible object storage. Contents are already encrypted, and decrypting them verifies that
 * they are intact. An object is written completely or not at all. The SDK is large, so it is only loaded with the first
 * call.
 */
export function s3Documents(settings: S3Settings): DocumentStore {
  const { bucket: Bucket, prefix, timeoutMs = ANSWER_MS } = settings;
  let loaded: Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> | null = null;

  async function call<T>(what: string, work: (sdk: typeof Sdk, send: Sdk.S3Client["send"]) => Promise<T>): Promise<T> {
    const { sdk, client } = await (loaded ??= load(settings));
    const send: Sdk.S3Client["send"] = ((command: never) =>
      client.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) })) as Sdk.S3Client["send"];
    return work(sdk, send).catch((error: Error) => {
      if (error instanceof sdk.NoSuchKey) throw error;
      throw new Unavailable(`S3 ${what}: ${error.name}`);
    });
  }

  return {
    async put(key, content) {
      await call("put", (sdk, send) =>
        send(
          new sdk.PutObjectCommand({
            Bucket,
            Key: prefix + key,
            Body: content,
            ContentType: "application/octet-stream",
          }),
        ),
      );
    },
    get: (key) =>
      call("get", async (sdk, send) => {
        const found = await send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key })).catch((error: unknown) => {
          if (error instanceof sdk.NoSuchKey) return null;
          throw error;
        });
        return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null;
      }),
    async remove(key) {
      await call("remove", (sdk, send) => send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key })));
    },
    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await call("list", (sdk, send) =>
          send(
            new sdk.ListObjectsV2Command({
              Bucket,
              Prefix: prefix,
              ...(ContinuationToken !== undefined && { ContinuationToken }),
            }),
          ),
        );
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { key: Key.slice(prefix.length), changedAt: LastModified };
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
  };
}

async function load({ endpoint, region, accessKeyId, secretAccessKey, timeoutMs = ANSWER_MS }: S3Settings) {
  const sdk = await import("#libraries/s3/index.ts");
  const client = new sdk.S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Other S3-compatible stores do not support trailing checksums. They are not needed, because the authenticated
    // encryption is stronger.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
  });
  return { sdk, client };
}
