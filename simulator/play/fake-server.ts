import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { openJournal, type Journal } from "./journal.ts";
import { failureSwitches, type Switches } from "./switches.ts";
import type { AddressInfo, Server } from "node:net";

export type FakeCall = {
  readonly method: string;
  /** Path with query, exactly as in the request line. */
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
  /** A short remark for the journal. */
  readonly remark?: string;
};
/** Responds to a call like the system that it stands in for. */
export type StandIn = (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>;
/**
 * `well`: responds normally. `silent`: never responds. `lost`: does the work, but the response is lost. `half`: sends
 * half a response. `nonsense`: sends an invalid response. `failing`: responds with status 500.
 */
type Mood = "well" | "silent" | "lost" | "half" | "nonsense" | "failing";

export type FakeOptions = {
  /** The port to listen on; 0: any free port. */
  readonly port?: number;
  readonly switches?: Switches;
  readonly journal?: Journal;
};

/**
 * Starts a stand-in for an external server on loopback. It stores every call, responds with the result of `handle`, and
 * misbehaves according to its mood, which tests set, or the switches, which a person sets. Rejects with the error of
 * `listen` if the port is taken.
 */
export async function startFake(
  handle: StandIn,
  { port = 0, switches = failureSwitches(), journal = openJournal() }: FakeOptions = {},
) {
  const calls: FakeCall[] = [];
  const state = { mood: "well" as Mood };
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const raw = Buffer.concat(parts);
      const call = callOf(request.method ?? "", request.url ?? "/", request.headers, raw);
      calls.push(call);
      const note = (outcome: string) => journal.add(`${call.method} ${call.path}`, outcome);
      if (switches.take("down")) {
        note("503 (down)");
        return void response.writeHead(503).end();
      }
      const { mood } = state;
      if (mood === "silent") return;
      if (mood === "failing") return void response.writeHead(500).end("{}");
      if (mood === "nonsense")
        return void response.writeHead(200, { "content-type": "application/json" }).end("<html>");
      const { status = 200, headers = {}, body = {}, remark } = await handle(call);
      const isLost = switches.take("answerLost");
      const delay = switches.takeDelay();
      note(
        `${status}${remark ? `, ${remark}` : ""}${delay > 0 ? ` (after ${delay} ms)` : ""}${isLost ? " (lost)" : ""}`,
      );
      if (delay > 0) await pause(delay);
      if (mood === "lost" || isLost) return void request.socket.destroy();
      const bytes = bytesOf(body);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      if (mood === "half") {
        response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
        return void setTimeout(() => request.socket.destroy(), 20);
      }
      response.end(status === 204 ? undefined : bytes);
    })().catch(() => request.socket.destroy());
  });
  const { url, stop } = await listen(server, port);
  return { url, calls, state, stop };
}

/** Returns a call in the form that stand-ins read. `target`: path with query. */
export function callOf(method: string, target: string, headers: FakeCall["headers"], raw: Buffer): FakeCall {
  const { pathname: path, searchParams: query } = new URL(target, "http://fake");
  const json = () => JSON.parse(raw.toString()) as Record<string, unknown>;
  return { method, target, path, query, headers, raw, json };
}

export const bytesOf = (body: string | Buffer | object): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));

/**
 * Makes a server listen on a loopback port; 0: any free port. Rejects with the error of `listen` if the port is taken.
 */
export async function listen(server: Server & { closeAllConnections?(): void }, wanted: number) {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections?.();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
