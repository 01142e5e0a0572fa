import type { AnswerOf } from "#contract/shop/calls.ts";
import { recordUse, token } from "#web/session/login.ts";
import type { Result } from "./call.ts";
import { readFailure } from "./failure.ts";
import { requestOf } from "./request.ts";
import { renewXsrf } from "./xsrf.ts";

/** Upload timeout, in ms: enough for ten megabytes over a slow connection. */
const TIMEOUT_MS = 120_000;

type Uploaded = AnswerOf<"uploadDocument">;

type Options = {
  /** Called with the share of the file that was sent so far, from 0 to 1. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
};

/**
 * POST /upload-document: sends the picture of the identity document. Uses `XMLHttpRequest` because `fetch` does not
 * report upload progress. Like `call`, it returns failures instead of throwing them.
 */
export async function uploadDocument(picture: Blob, name: string, options: Options): Promise<Result<Uploaded>> {
  const first = await send(picture, name, options);
  const stale = !first.ok && first.failure.kind === "coded" && first.failure.code === "XSRF";
  if (!stale) return first;
  await renewXsrf().catch(() => undefined);
  return send(picture, name, options);
}

function send(picture: Blob, name: string, { onProgress, signal }: Options): Promise<Result<Uploaded>> {
  const body = new FormData();
  body.set("document", picture, name);
  const { url, init } = requestOf("uploadDocument", { body });
  const sentAt = Date.now();
  const request = new XMLHttpRequest();
  request.open(init.method, url);
  request.responseType = "json";
  request.timeout = TIMEOUT_MS;
  for (const [header, value] of Object.entries(init.headers)) request.setRequestHeader(header, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  const abort = () => request.abort();
  signal.addEventListener("abort", abort);
  return new Promise<Result<Uploaded>>((resolve) => {
    const lost = (key: "Network Error" | "Request aborted" | "timeout of N ms exceeded") => () =>
      resolve({ ok: false, failure: { kind: "network", key, number: TIMEOUT_MS } });
    request.onload = () => resolve(answerOf(request, sentAt));
    request.onerror = lost("Network Error");
    request.onabort = lost("Request aborted");
    request.ontimeout = lost("timeout of N ms exceeded");
    if (signal.aborted) return lost("Request aborted")();
    request.send(body);
  }).finally(() => signal.removeEventListener("abort", abort));
}

function answerOf(request: XMLHttpRequest, sentAt: number): Result<Uploaded> {
  const answer: unknown = request.response;
  if (request.status === 200 && typeof answer === "object" && answer !== null) {
    if (token() !== null) recordUse(sentAt);
    return { ok: true, value: answer };
  }
  return { ok: false, failure: readFailure(request.status, answer) };
}
