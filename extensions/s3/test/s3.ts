import { createHash, createHmac } from "node:crypto";
import { startFake, type FakeAnswer, type FakeCall } from "#simulator/play/fake-server.ts";

export const S3 = { region: "ch-1", bucket: "kasse", accessKeyId: "AKIAFAKE", secretAccessKey: "s3cret/key" };

const xml = (status: number, body: string): FakeAnswer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});
const error = (status: number, code: string) => xml(status, `<Error><Code>${code}</Code><Message>…</Message></Error>`);
/** Small pages, so that there are several. */
const PAGE = 2;

/**
 * Starts an S3-compatible store that checks Signature Version 4 with an independent implementation, and stores objects
 * in memory.
 */
export async function startS3() {
  const objects = new Map<string, { content: Buffer; changedAt: Date }>();
  const fake = await startFake((call) => {
    const problem = signatureProblem(call);
    if (problem) return error(403, problem);
    const [, bucket = "", ...rest] = call.path.split("/");
    if (bucket !== S3.bucket) return error(404, "NoSuchBucket");
    const key = decodeURIComponent(rest.join("/"));
    if (call.method === "GET" && key === "") return list(call.query);
    if (call.method === "PUT") {
      objects.set(key, { content: call.raw, changedAt: new Date() });
      return { status: 200, body: "", headers: { etag: '"1"' } };
    }
    if (call.method === "DELETE") {
      objects.delete(key);
      return { status: 204 };
    }
    const found = objects.get(key);
    return found
      ? { body: found.content, headers: { "content-type": "application/octet-stream" } }
      : error(404, "NoSuchKey");
  });

  function list(query: URLSearchParams): FakeAnswer {
    const after = query.get("continuation-token") ?? "";
    const all = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).toSorted();
    const keys = all.filter((key) => key > after);
    const page = keys.slice(0, PAGE);
    const rows = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.changedAt.toISOString()}</LastModified><Size>1</Size></Contents>`,
    );
    const more = keys.length > PAGE;
    return xml(
      200,
      `<ListBucketResult><Name>${S3.bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${
        more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""
      }${rows.join("")}</ListBucketResult>`,
    );
  }
  return { ...fake, objects };
}

/** Checks Signature Version 4 according to its documentation; returns the code of the mistake, or null. */
function signatureProblem({ method, path, query, headers, raw }: FakeCall): string | null {
  const auth = String(headers.authorization);
  const [, credential = "", signed = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(auth) ?? [];
  const moment = String(headers["x-amz-date"]);
  const scope = `${moment.slice(0, 8)}/${S3.region}/s3/aws4_request`;
  if (credential !== `${S3.accessKeyId}/${scope}`) return "InvalidAccessKeyId";
  const names = signed.split(";");
  if (!["host", "x-amz-date", "x-amz-content-sha256"].every((name) => names.includes(name))) return "AccessDenied";
  const sum = createHash("sha256").update(raw).digest("hex");
  if (headers["x-amz-content-sha256"] !== sum) return "XAmzContentSHA256Mismatch";
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  const sorted = [...query].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const canonical = [method, path, sorted.join("&"), lines, signed, sum].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", moment, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${S3.secretAccessKey}`);
  return hmac(key, toSign).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}
