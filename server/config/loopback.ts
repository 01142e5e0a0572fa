import { isIP } from "node:net";

/** Returns whether a host is this machine itself, so that no network carries the connection. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, "");
  return plain === "localhost" || plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}
