import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { FastifyInstance } from "fastify";

/** Proxies that may name the client and the request: none, the last N, or those in these networks. */
export type TrustedProxies = false | number | readonly string[];

/** Whether to trust an address; `hop` is 0 for the one that the connection comes from. */
export type Trust = (address: string, hop: number) => boolean;

export function trustIn(proxies: TrustedProxies): Trust {
  if (proxies === false) return () => false;
  return typeof proxies === "number" ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies]);
}

const HEADER = "x-request-id";

/** The ids that proxies write: UUIDs, hexadecimal numbers, names. Nothing that could end or flood a line of the log. */
const PATTERN = /^[\w.-]{8,64}$/;

/** The id of a request: the one from a trusted proxy if it has this pattern, otherwise a new one. */
export function requestIds(trust: Trust): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[HEADER];
    const isFromProxy = typeof given === "string" && PATTERN.test(given) && trust(socket.remoteAddress ?? "", 0);
    return isFromProxy ? given : randomUUID();
  };
}

/** Adds the id of the request to each answer. */
export function answerRequestId(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header(HEADER, request.id);
  });
}
