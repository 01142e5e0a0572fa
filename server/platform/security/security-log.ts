import type { Logger } from "pino";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";
import { SECURITY_EVENTS, type SecurityDetails, type SecurityEvent, type SecurityEvents } from "./events.ts";
import { isIPv6 } from "node:net";

export type SecurityLog = {
  /** Writes one event as one line of JSON. Never throws, whatever the details are. */
  record(event: SecurityEvent, details?: SecurityDetails): void;
  /** Returns the keyed hash that stands for a value in the log. */
  pseudonym(value: string): string;
};

/** An event without a row is still recorded. */
const UNKNOWN = { level: "warn", about: "an event that this program does not know" } as const;

/**
 * Creates the security log. It writes a line for each event into the server's log, with a field `security`
 * (docs/security/log.md). It writes at every log level except `silent`, because a quiet log must not hide an attack.
 * `more`: the events of extensions.
 */
export function createSecurityLog(log: Logger, key: Buffer, more: SecurityEvents = {}): SecurityLog {
  const own = log.child({}, log.level === "silent" ? {} : { level: "info" });
  const hashKey = deriveKey(key, "security-log");
  const hash = (value: string) => pseudonym(hashKey, value);
  const events: SecurityEvents = { ...SECURITY_EVENTS, ...more };
  return {
    record(event, { account, address, ...rest } = {}) {
      const { level, about } = events[event] ?? UNKNOWN;
      own[level](
        {
          security: event,
          ...(account ? { account: hash(account) } : {}),
          ...(address ? { address: hash(clientNetwork(address)) } : {}),
          ...rest,
        },
        about,
      );
    },
    pseudonym: hash,
  };
}

/**
 * Returns the key under which limits count a client's IP address. For IPv4 it is the address itself, also if it comes
 * in IPv6 form. For IPv6 it is the first 64 bits, because one customer has at least a /64 (RFC 6177).
 */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const plain = address.replace(/%.*$/, "");
  if (!isIPv6(plain)) return address;
  return `${groupsOf(plain).slice(0, 4).join(":")}::/64`;
}

/** Returns the eight groups of an IPv6 address as hexadecimal numbers without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [start = "", end] = hostname.slice(1, -1).split("::");
  const head = start === "" ? [] : start.split(":");
  if (end === undefined) return head;
  const tail = end === "" ? [] : end.split(":");
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail];
}
