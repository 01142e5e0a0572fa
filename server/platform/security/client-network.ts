import { isIPv6 } from "node:net";

/**
 * What limits count for a client's IP address: an IPv4 address itself, and the first 64 bits of an IPv6 address, because one
 * customer has at least a /64 (RFC 6177). An IPv4 address in IPv6 form is the IPv4 address.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const plain = address.replace(/%.*$/, "");
  if (!isIPv6(plain)) return address;
  return `${groupsOf(plain).slice(0, 4).join(":")}::/64`;
}

/** The eight groups of an IPv6 address as hexadecimal numbers without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [start = "", end] = hostname.slice(1, -1).split("::");
  const head = start === "" ? [] : start.split(":");
  if (end === undefined) return head;
  const tail = end === "" ? [] : end.split(":");
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail];
}
