// oxlint-disable-next-line import/default -- Vite creates this module: the URL of the built worker.
import workerUrl from "./shrink-worker.ts?worker&url";

/**
 * Name of the Trusted Types policy that pages allow (`server/pages/policy.ts`). The policy returns the worker's URL for
 * any input.
 */
const POLICY = "picture-worker";
/** Time limit for shrinking, in ms; after it, the original is sent. A current phone needs one second. */
const TIME_LIMIT_MS = 10_000;

declare global {
  /** Undefined in browsers without Trusted Types. A trusted URL is typed as the string that it replaces. */
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
 * Shrinks a photo in a worker before it is sent: upright, no larger than the server stores, and without the camera's
 * data on time and location. Never rejects: it returns the original if shrinking fails or takes too long.
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
