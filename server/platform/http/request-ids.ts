import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { FastifyInstance } from "fastify";

/** Proxies that are trusted to name the client and the request id: none, the last N, or those in these networks. */
export type TrustedProxies = false | number | readonly string[];

/** Whether to trust an IP address. `hop` is 0 for the address that the connection comes from. */
export type Trust = (address: string, hop: number) => boolean;

export function trustIn(proxies: TrustedProxies): Trust {
  if (proxies === false) return () => false;
  return typeof proxies === "number" ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies]);
}

const HEADER = "x-request-id";

/**
 * Valid request ids from proxies: UUIDs, hexadecimal numbers, names. Excludes anything that could end or flood a log
 * line.
 */
const PATTERN = /^[\w.-]{8,64}$/;

/** Returns a function that determines a request's id: a valid one from a trusted proxy, otherwise a new one. */
export function requestIds(trust: Trust): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[HEADER];
    const isFromProxy = typeof given === "string" && PATTERN.test(given) && trust(socket.remoteAddress ?? "", 0);
    return isFromProxy ? given : randomUUID();
  };
}

/** Adds the request's id to each response. */
export function answerRequestId(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header(HEADER, request.id);
  });
}
