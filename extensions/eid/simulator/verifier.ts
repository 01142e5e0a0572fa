import { randomUUID } from "node:crypto";
import { startFake, type FakeAnswer, type FakeCall, type FakeOptions } from "#simulator/play/fake-server.ts";
import { disclosedFor, type BetaId } from "./beta-id.ts";
import { readRequest } from "./request.ts";
import { errorOf, payloadOf, type Verification, type WalletResponse } from "./verification.ts";

const BASE = "/management/api/verifications";
/** How long a verification is valid, in ms: the default of `VERIFICATION_TTL_SEC`. */
const LIFE_MS = 900_000;

/**
 * The verifier of the Swiss e-ID, version 4.2.0 (extensions/eid/test/swiyu-verifier.openapi.yaml): its management API,
 * and how it handles a wallet's response.
 */
export async function startVerifier({
  now = () => Date.now(),
  onEnd = async () => undefined,
  ...more
}: FakeOptions & {
  readonly now?: () => number;
  /** Called when a wallet has ended a verification, like the real verifier's webhook. */
  readonly onEnd?: (verification: Verification) => Promise<void>;
} = {}) {
  const verifications = new Map<string, Verification>();
  const fake = await startFake(answer, more);

  function answer(call: FakeCall): FakeAnswer {
    if (call.path === BASE) return call.method === "POST" ? create(call) : { status: 405 };
    const id = call.path.startsWith(`${BASE}/`) ? call.path.slice(BASE.length + 1) : null;
    if (id === null) return { status: 404 };
    if (call.method !== "GET") return { status: 405 };
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return badRequest("verificationId is no UUID");
    const found = verifications.get(id.toLowerCase());
    if (found && !isExpired(found)) return { body: payloadOf(found, fake.url), remark: found.state };
    return { status: 404, body: { detail: `The verification with the identifier '${id}' was not found` } };
  }

  function create(call: FakeCall): FakeAnswer {
    if (!/^application\/json\b/.test(String(call.headers["content-type"]))) return { status: 415 };
    const body = jsonOf(call);
    if (body === undefined) return badRequest("Failed to read request");
    const read = readRequest(body);
    if ("mistake" in read) return badRequest(read.mistake);
    const [id, nonce, expiresAt] = [randomUUID(), randomUUID(), now() + LIFE_MS];
    const made: Verification = { id, nonce, request: read.request, expiresAt, state: "PENDING", response: null };
    verifications.set(id, made);
    return { body: payloadOf(made, fake.url), remark: id };
  }

  const isExpired = ({ expiresAt }: Verification) => now() > expiresAt;
  /** Returns a verification that a wallet can still respond to. */
  const open = (id: string) => {
    const found = verifications.get(id);
    return found?.state === "PENDING" && !isExpired(found) ? found : null;
  };
  async function end(found: Verification, response: WalletResponse): Promise<void> {
    found.state = "error_code" in response ? "FAILED" : "SUCCESS";
    found.response = response;
    await onEnd(found);
  }

  return {
    ...fake,
    verifications,
    isExpired,
    open,
    /**
     * Presents a credential as a wallet does. Resolves to false if the verification requests another kind of
     * credential.
     */
    async present(found: Verification, credential: BetaId): Promise<boolean> {
      const data: Record<string, readonly object[]> = {};
      for (const query of found.request.dcql_query.credentials) {
        const disclosed = disclosedFor(credential, query);
        if (!disclosed) return false;
        data[query.id] = [disclosed];
      }
      const error = errorOf(found.request, credential);
      await end(found, error ?? { credential_subject_data: data });
      return true;
    },
    /** Rejects the verification request, as a wallet does. */
    reject: (found: Verification, code: "client_rejected" | "access_denied") =>
      end(found, { error_code: code, error_description: "The owner has declined the verification request." }),
    /** Lets the verification expire. The verifier sends no webhook for this. */
    expire(found: Verification) {
      found.expiresAt = now() - 1;
    },
  };
}

export type Verifier = Awaited<ReturnType<typeof startVerifier>>;

/** ApiErrorDto. */
const badRequest = (error_description: string): FakeAnswer => ({
  status: 400,
  body: { error_description },
  remark: error_description,
});

function jsonOf(call: FakeCall): unknown {
  try {
    return call.json();
  } catch {
    return undefined;
  }
}
