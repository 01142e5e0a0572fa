import * as v from "valibot";
import { storable } from "#core/text/storable.ts";
import { NotReached, Unavailable, Unreadable } from "#server/platform/unavailable.ts";
import type { Agent } from "undici";

export type OutgoingRequest = {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /** Raw text, or a form. */
  readonly body?: string | URLSearchParams;
  readonly timeoutMs: number;
  /** The client certificate for the connection (mutual TLS). */
  readonly certificate?: ClientCertificate | null | undefined;
  /** A sandbox that responds within this process, instead of a network call. */
  readonly play?: Play | undefined;
};
export type Play = (request: OutgoingRequest) => Promise<OutgoingAnswer>;
export type OutgoingAnswer = {
  readonly status: number;
  readonly ok: boolean;
  /** The response's `content-type`, unchanged; null if there was none. */
  readonly type: string | null;
  readonly text: string;
};

/** Maximum size of a response body, in bytes after decompression. */
const MAX_BYTES = 1_000_000;

/**
 * Sends a request to a system behind the shop. Redirects are not followed, so that no secret is sent to another host.
 * Throws Unavailable if the response is late or larger than a megabyte, and NotReached if there was no connection.
 * `what` names the call in the log and must not contain personal data or secrets.
 */
export async function send(what: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { url, method = "POST", headers = {}, body, timeoutMs, certificate, play } = request;
  if (play) return play(request);
  // Loaded with the first request, because a shop whose systems are all sandboxes does not need it.
  const { fetch } = await import("undici");
  const dispatcher = certificate && (await agentFor(certificate));
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    ...(dispatcher && { dispatcher }),
  }).catch((error: Error) => {
    const code = codeOf(error.cause);
    throw NO_CONNECTION.test(code) ? new NotReached(`${what}: ${code}`) : new Unavailable(`${what}: ${error.name}`);
  });
  const text = await textOf(response.body).catch(() => "");
  if (text === null) throw new Unavailable(`${what}: the answer is too large`);
  return { status: response.status, ok: response.ok, type: response.headers.get("content-type"), text };
}

/** Reads a response's body; null as soon as it is too large, so that no system can fill the memory. */
async function textOf(body: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Errors that occur before the request is sent: host name, route, port, handshake or certificate. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_SSL_.*|ERR_TLS_.*|CERT_.*|.*_CERT.*|UNABLE_TO_.*)$/;
const codeOf = (cause: unknown) =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";

/**
 * JSON from another system. A byte order mark at its start is ignored (RFC 8259, 8.1). Its texts can be stored: NULs,
 * with which old systems fill fields, are removed, and unpaired surrogates replaced.
 */
const JsonText = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^\uFEFF/, "")),
  v.parseJson({ reviver: (_, value: unknown) => (typeof value === "string" ? storable(value) : value) }),
);

/** Parses JSON with a schema; null if the text does not match. */
export function readJson<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | null {
  const read = v.safeParse(v.pipe(JsonText, schema), text);
  return read.success ? read.output : null;
}

/**
 * Parses a successful answer with a schema. Throws Unavailable if it is no JSON, such as a proxy's page, and Unreadable
 * with the name of the first field that is wrong. `what` names the call in the log.
 */
export function readAnswer<Schema extends v.GenericSchema>(
  what: string,
  schema: Schema,
  text: string,
): v.InferOutput<Schema> {
  const json = v.safeParse(JsonText, text);
  if (!json.success) throw new Unavailable(`${what}: the answer is no JSON`);
  const read = v.safeParse(schema, json.output);
  if (read.success) return read.output;
  throw new Unreadable(`${what}: unreadable answer, ${v.getDotPath(read.issues[0]) ?? "as a whole"}`);
}

type JsonRequest = Omit<OutgoingRequest, "body"> & { readonly body?: object };

/**
 * Sends JSON and parses the JSON response with a schema. Throws Unavailable for any other response, and Unreadable if
 * the schema does not match.
 */
export async function askJson<Schema extends v.GenericSchema>(
  what: string,
  schema: Schema,
  { body, headers, ...request }: JsonRequest,
): Promise<v.InferOutput<Schema>> {
  const { status, ok, text } = await send(what, {
    ...request,
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!ok) throw new Unavailable(`${what}: status ${status}`);
  return readAnswer(what, schema, text);
}

/** A client certificate and its private key, in PEM form. */
export type ClientCertificate = { readonly cert: string; readonly key: string };

/** Agents, which keep their connections open for the next request. */
const agents = new WeakMap<ClientCertificate, Agent>();

/** Returns the agent whose connections present this certificate. */
async function agentFor(certificate: ClientCertificate): Promise<Agent> {
  const { Agent } = await import("undici");
  const known = agents.get(certificate);
  if (known) return known;
  const agent = new Agent({ connect: certificate });
  agents.set(certificate, agent);
  return agent;
}
