import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "#simulator/play/fake-server.ts";
import { answerCall } from "./calls.ts";
import type { Part } from "./state.ts";

const PAGE = new URL("../page/", import.meta.url);
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "/": ["page.html", "text/html; charset=utf-8"],
  "/page.css": ["page.css", "text/css; charset=utf-8"],
  "/page.mjs": ["page.mjs", "text/javascript; charset=utf-8"],
};
const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

/** Serves the page and its control interface on loopback. Rejects with the error of `listen` if the port is taken. */
export async function startControl(parts: readonly Part[], port: number) {
  const server = createServer((request, response) => {
    void answer(parts, request, response).catch((error: unknown) => {
      console.error(error);
      send(response, 500, { error: "The simulator has a fault; see its output." });
    });
  });
  return listen(server, port);
}

async function answer(parts: readonly Part[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isOwn(request))
    return send(response, 403, { error: "Only this machine and the simulator's own page may call." });
  const { method = "GET", url = "/" } = request;
  const [path = "/"] = url.split("?");
  const file = FILES[path];
  if (method === "GET" && file) {
    const [name, type] = file;
    response.writeHead(200, { ...HEADERS, "content-type": type }).end(readFileSync(new URL(name, PAGE)));
    return;
  }
  const body = await bodyOf(request);
  if (body === undefined) return send(response, 400, { error: "The body is not JSON." });
  const reply = await answerCall(parts, method, path, body);
  send(response, reply.status, reply.body);
}

/**
 * Whether a request comes from the simulator's own page or from a tool on this machine, not from another site in the
 * same browser. Checks the origin, and also the host name, because another site's name can resolve to 127.0.0.1.
 */
function isOwn({ headers: { host = "", origin } }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) && (origin === undefined || origin === `http://${host}`);
}

/** Returns the parsed body: null if it is empty, undefined if it is not JSON. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { ...HEADERS, "content-type": "application/json" }).end(JSON.stringify(body));
}
