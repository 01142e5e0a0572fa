import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type FakeCall = {
  readonly method: string;
  /** Path with query, as it stood in the request line. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly raw: Buffer;
  readonly json: () => Record<string, unknown>;
};
export type FakeAnswer = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer | object;
};
/** As it should; no answer at all; the work is done and the answer is lost; half an answer; something else entirely. */
type Mood = "well" | "silent" | "lost" | "half" | "nonsense" | "failing";

/** Somebody else's server, on loopback: it keeps every call, answers by `handle`, and misbehaves in its mood. */
export async function startFake(handle: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>) {
  const calls: FakeCall[] = [];
  const state = { mood: "well" as Mood };
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const raw = Buffer.concat(parts);
      const url = new URL(request.url ?? "/", "http://fake");
      const call: FakeCall = {
        method: request.method ?? "",
        target: request.url ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        raw,
        json: () => JSON.parse(raw.toString()) as Record<string, unknown>,
      };
      calls.push(call);
      const { mood } = state;
      if (mood === "silent") return;
      if (mood === "failing") return void response.writeHead(500).end("{}");
      if (mood === "nonsense")
        return void response.writeHead(200, { "content-type": "application/json" }).end("<html>");
      const { status = 200, headers = {}, body = {} } = await handle(call);
      if (mood === "lost") return void request.socket.destroy();
      const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
      response.writeHead(status, { "content-type": "application/json", ...headers });
      if (mood === "half") {
        response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
        return void setTimeout(() => request.socket.destroy(), 20);
      }
      response.end(status === 204 ? undefined : bytes);
    })().catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    state,
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
