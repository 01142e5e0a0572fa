import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { FakeAnswer, FakeCall } from "#simulator/play/fake-server.ts";
import type { Switches } from "#simulator/play/switches.ts";

/** The shop's registration at the operator. */
export const NETWORK = { clientId: "kasse-shop", clientSecret: "network-secret" };

/** How long a token is valid, in seconds. */
const TOKEN_SECONDS = 300;

/** Whose token it is, and what for. `msisdn`: the number that the network recognised; null for a token of the shop. */
export type Token = { readonly until: number; readonly scopes: readonly string[]; readonly msisdn: string | null };
type Code = { readonly query: URLSearchParams; readonly msisdn: string };

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * The operator's authorisation server by CAMARA's Security and Interoperability Profile: client credentials, and
 * OpenID Connect's code flow in which the network recognises a phone. `url`: its address, once it listens.
 */
export function createAuthorization({
  now,
  switches,
  url,
}: {
  readonly now: () => number;
  readonly switches: Switches;
  readonly url: () => string;
}) {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const tokens = new Map<string, Token>();
  const codes = new Map<string, Code>();
  /** The number of the phone that comes by mobile data; null: the phone is on Wi-Fi or in another network. */
  const phone: { msisdn: string | null } = { msisdn: null };

  /**
   * Answers a browser: it goes back with a code or an error. The network only shows a page, which asks for consent, to
   * a client that wants one (`prompt=consent`).
   */
  function authorize({ query, target: asked }: FakeCall): FakeAnswer {
    const target = new URL(query.get("redirect_uri") ?? "about:blank");
    const back = (parameters: Readonly<Record<string, string>>): FakeAnswer => {
      const all = { ...parameters, state: query.get("state") ?? "", iss: url() };
      for (const [name, value] of Object.entries(all)) target.searchParams.set(name, value);
      return { status: 302, headers: { location: target.href }, remark: parameters["error"] ?? "a code" };
    };
    if (query.get("client_id") !== NETWORK.clientId || query.get("response_type") !== "code") return { status: 400 };
    if (!isScope(query.get("scope"), "openid")) return back({ error: "invalid_scope" });
    if (query.get("code_challenge_method") !== "S256") return back({ error: "invalid_request" });
    if (phone.msisdn === null) return back({ error: "login_required" });
    if (query.get("prompt") === "consent") {
      const answer = query.get("answer");
      if (answer === null)
        return { headers: HTML, body: consentPage(asked, query.get("scope") ?? ""), remark: "consent?" };
      if (answer !== "yes") return back({ error: "access_denied" });
    }
    const code = randomUUID();
    codes.set(code, { query, msisdn: phone.msisdn });
    return back({ code });
  }

  function token({ headers, raw }: FakeCall): FakeAnswer {
    const form = new URLSearchParams(raw.toString());
    const secret = switches.take("wrongSignature") ? "another secret" : NETWORK.clientSecret;
    if (clientOf(headers.authorization) !== `${NETWORK.clientId}:${secret}`)
      return { status: 401, body: { error: "invalid_client" } };
    const type = form.get("grant_type");
    if (type === "authorization_code") return exchange(form);
    if (type !== "client_credentials") return { status: 400, body: { error: "unsupported_grant_type" } };
    if (!isScope(form.get("scope"))) return { status: 400, body: { error: "invalid_scope" } };
    return { body: issue(form.get("scope") ?? "", null) };
  }

  function exchange(form: URLSearchParams): FakeAnswer {
    const found = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const { query, msisdn } = found ?? { query: new URLSearchParams(), msisdn: "" };
    if (challenge !== query.get("code_challenge") || form.get("redirect_uri") !== query.get("redirect_uri"))
      return { status: 400, body: { error: "invalid_grant" } };
    const issuedAt = Math.floor(now() / 1000);
    const claims = {
      iss: url(),
      // A pseudonym, because a subject must not be a number.
      sub: createHash("sha256").update(`subject of ${msisdn}`).digest("base64url"),
      aud: NETWORK.clientId,
      iat: issuedAt,
      exp: issuedAt + TOKEN_SECONDS,
      nonce: query.get("nonce"),
    };
    const signed = `${encoded({ alg: "RS256", kid: "network" })}.${encoded(claims)}`;
    const signature = sign("sha256", Buffer.from(signed), keys.privateKey).toString("base64url");
    return { body: { ...issue(query.get("scope") ?? "", msisdn), id_token: `${signed}.${signature}` } };
  }

  function issue(scope: string, msisdn: string | null) {
    const made = randomUUID();
    tokens.set(made, { until: now() + TOKEN_SECONDS * 1000, scopes: scope.split(" "), msisdn });
    return { access_token: made, token_type: "Bearer", expires_in: TOKEN_SECONDS };
  }

  return {
    phone,
    /** Answers the calls of the authorisation server; null for any other. */
    answer(call: FakeCall): FakeAnswer | null {
      const answers: Readonly<Record<string, () => FakeAnswer>> = {
        "GET /.well-known/openid-configuration": () => ({ body: metadataOf(url()) }),
        "GET /jwks": () => ({
          body: { keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "network", alg: "RS256", use: "sig" }] },
        }),
        "GET /authorize": () => authorize(call),
        "POST /token": () => token(call),
      };
      return answers[`${call.method} ${call.path}`]?.() ?? null;
    },
    /** Returns the valid token of a call; null without one. */
    tokenOf({ headers }: FakeCall): Token | null {
      const found = tokens.get(/^Bearer (\S+)$/.exec(String(headers.authorization))?.[1] ?? "");
      return found && found.until > now() ? found : null;
    },
    /** Ends all tokens before their time, like new keys of the server. */
    endTokens: () => tokens.clear(),
  };
}

/** Returns the client's id and secret, whose parts are encoded like a form (RFC 6749, 2.3.1). */
function clientOf(header: unknown): string {
  const basic = Buffer.from(String(header).replace("Basic ", ""), "base64").toString();
  const decoded = (part: string) => new URLSearchParams(`part=${part}`).get("part");
  return basic.split(":").map(decoded).join(":");
}

/** Whether a scope names exactly one purpose, and this value if it is given. */
function isScope(scope: string | null, needed?: string): boolean {
  const scopes = (scope ?? "").split(" ");
  return scopes.filter((each) => each.startsWith("dpv:")).length === 1 && (!needed || scopes.includes(needed));
}

const HTML = { "content-type": "text/html; charset=utf-8" };

/** Asks the operator's customer for consent. `target`: path and query of the question. */
function consentPage(target: string, scope: string): string {
  const attributes = scope.split(" ").flatMap((each) => /^[a-z-]+:([A-Za-z]+)$/.exec(each)?.[1] ?? []);
  const link = (answer: string) => `${target.replaceAll("&", "&amp;")}&amp;answer=${answer}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your mobile operator</title><h1>Your mobile operator</h1>
<p>May we send the shop what we have on record about you?</p>
<ul>${attributes.map((each) => `<li>${each}</li>`).join("")}</ul>
<p><a href="${link("yes")}">Yes, send it</a> <a href="${link("no")}">No</a></p></html>`;
}

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["pairwise"],
  id_token_signing_alg_values_supported: ["RS256"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["client_secret_basic"],
  authorization_response_iss_parameter_supported: true,
});
