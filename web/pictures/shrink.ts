// oxlint-disable-next-line import/default -- Vite creates this module: the URL of the built worker.
import workerUrl from "./shrink-worker.ts?worker&url";

/**
 * The Trusted Types policy that pages permit (`server/pages/policy.ts`). It returns the URL of this worker for any
 * input.
 */
const POLICY = "picture-worker";
/** Time in ms after which the original is sent. A current phone needs one second. */
const TIME_LIMIT_MS = 10_000;

declare global {
  /** Missing where the browser has no Trusted Types. A trusted URL has the type of the string that it replaces. */
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string } }
    | undefined;
}

let url: string | null = null;

function trustedUrl(): string {
  url ??=
    globalThis.trustedTypes?.createPolicy(POLICY, { createScriptURL: () => workerUrl }).createScriptURL(workerUrl) ??
    workerUrl;
  return url;
}

/**
 * Shrinks a photo in a worker before it is sent: upright, at most the size that the server stores, and without the
 * camera's data about time and place. Never rejects: returns the original if it cannot be shrunk, or not in time.
 */
export async function shrinkPicture(original: Blob): Promise<Blob> {
  let worker: Worker | undefined;
  try {
    worker = new Worker(trustedUrl(), { type: "module" });
    return await answerOf(worker, original);
  } catch {
    return original;
  } finally {
    worker?.terminate();
  }
}

function answerOf(worker: Worker, original: Blob): Promise<Blob> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, TIME_LIMIT_MS);
    worker.onerror = reject;
    worker.onmessage = ({ data }: MessageEvent<Blob>) => resolve(data);
    worker.postMessage(original);
  });
}
