import type { FakeAnswer, FakeCall } from "#simulator/play/fake-server.ts";

export const E164 = /^\+[1-9][0-9]{4,14}$/;
const CORRELATOR = /^[a-zA-Z0-9\-_:;./<>{}]{0,256}$/;

/** Returns the JSON object of a request; null if it or a header does not comply with CAMARA's files. */
export function objectOf(call: FakeCall): Record<string, unknown> | null {
  const { "x-correlator": correlator = "", "content-type": type } = call.headers;
  if (!CORRELATOR.test(String(correlator)) || !/^application\/json\b/.test(String(type))) return null;
  try {
    const body: unknown = call.json();
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : null;
  } catch {
    return null;
  }
}

/** ErrorInfo. */
export const error = (status: number, code: string): FakeAnswer => ({
  status,
  body: { status, code, message: `The network answers ${code.toLowerCase().replaceAll("_", " ")}.` },
  remark: code,
});
