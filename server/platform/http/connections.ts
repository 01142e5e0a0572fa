import type { Server } from "node:http";

/** Time limits for a client's connection, in ms. */
export type ConnectionTimes = {
  /** For sending the headers. */
  readonly headersMs: number;
  /** For sending the whole request, from its first byte. 10 MB take less, even on a slow mobile network. */
  readonly requestMs: number;
  /** Between two requests. It is longer than a proxy keeps its connections open. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction, including while the client reads a response. */
  readonly idleMs: number;
  /** How often `headersMs` and `requestMs` are checked. */
  readonly checkMs: number;
};

export const CONNECTION_TIMES: ConnectionTimes = {
  headersMs: 15_000,
  requestMs: 60_000,
  keepAliveMs: 72_000,
  idleMs: 120_000,
  checkMs: 1000,
};

/**
 * Maximum number of open connections. If every client leaves a body of 64 kB unfinished, all of them still fit into
 * memory.
 */
const MAX_CONNECTIONS = 5000;
/** After this many requests, a proxy has to open a new connection. */
const MAX_REQUESTS = 10_000;
const MAX_HEADERS = 100;

/** Returns the Fastify options that limit connections. By default, Node waits for a body forever. */
export function connectionOptions(times: ConnectionTimes) {
  return {
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionTimeout: times.idleMs,
    maxRequestsPerSocket: MAX_REQUESTS,
    http: { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkMs },
  };
}

/** Sets limits that Node only accepts once the server has been created. */
export function limitConnections(server: Server): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = MAX_HEADERS;
}
