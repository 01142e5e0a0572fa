import type { Server } from "node:http";

/** Time limits for a client, in ms. */
export type ConnectionTimes = {
  /** Until its headers have arrived. */
  readonly headersMs: number;
  /** Until its whole request has arrived, from the first byte; 10 MB take less on a slow mobile network. */
  readonly requestMs: number;
  /** Between two requests; longer than a proxy in front keeps its connections. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction, including while the client reads an answer. */
  readonly idleMs: number;
  /** How often the first two are checked. */
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
 * Maximum number of open connections. The bodies that this many clients can leave unfinished, 64 kB each, fit into
 * memory.
 */
const MAX_CONNECTIONS = 5000;
/** After this number of requests a proxy has to open a new connection. */
const MAX_REQUESTS = 10_000;
const MAX_HEADERS = 100;

/** The options of Fastify that limit connections. By default, Node waits for a body without limit. */
export function connectionOptions(times: ConnectionTimes) {
  return {
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionTimeout: times.idleMs,
    maxRequestsPerSocket: MAX_REQUESTS,
    http: { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkMs },
  };
}

/** Sets limits that Node accepts only after the server was created. */
export function limitConnections(server: Server): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = MAX_HEADERS;
}
