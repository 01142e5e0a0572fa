import { connect } from "node:net";
import type { FuzzRequest } from "./requests.ts";

export type FuzzReply = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Far more than any call takes here; a request without an answer after that counts as hung. */
const HANGS_AFTER_MS = 30_000;

/**
 * Sends a request over its own socket, byte by byte as created, so that no client corrects its headers or length. Null
 * if the server closed the connection without an answer, which is allowed for a body without an end.
 */
export function send(url: URL, request: FuzzRequest): Promise<FuzzReply | null> {
  const { method, path, headers, body, truncated } = request;
  const all = [
    ["host", url.host],
    ...headers,
    ...(body ? [["content-length", String(body.length + (truncated ? 100 : 0))]] : []),
    ["connection", "close"],
  ];
  const head = `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    const chunks: Buffer[] = [];
    const hangs = setTimeout(() => socket.destroy(new Error("It hangs")), HANGS_AFTER_MS);
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // The server can answer and close before it has read the whole request.
      if (!["ECONNRESET", "EPIPE"].includes(error.code ?? "")) reject(error);
    });
    socket.on("close", () => {
      clearTimeout(hangs);
      resolve(read(Buffer.concat(chunks)));
    });
    socket.write(Buffer.concat([Buffer.from(head, "latin1"), body ?? Buffer.alloc(0)]), () => {
      if (truncated) socket.end();
    });
  });
}

function read(bytes: Buffer): FuzzReply | null {
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return null;
    const [line = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0);
    rest = rest.subarray(end + 4);
    if (status === 100) continue;
    const headers = new Headers(lines.map((each) => each.split(/:\s*(.*)/s).slice(0, 2) as [string, string]));
    const text = headers.get("transfer-encoding") === "chunked" ? unchunked(rest) : rest;
    return { status, headers, text: text.toString("utf8") };
  }
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf("\r\n", at);
    const length = Number.parseInt(bytes.subarray(at, end).toString("latin1"), 16);
    if (end < 0 || !length) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
