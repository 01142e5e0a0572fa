import { lookup as resolve, type LookupAddress, type LookupOptions } from "node:dns";
import ipaddr from "ipaddr.js";

/** The addresses that are assigned to hosts of the public internet (IANA, IPv6 Global Unicast Address Assignments). */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Prefixes after which an IPv6 address is an IPv4 address: mapped (RFC 4291), and translated (RFC 6052). */
const WITH_IPV4 = [ipaddr.parseCIDR("::ffff:0:0/96"), ipaddr.parseCIDR("64:ff9b::/96")];

/**
 * Returns whether an IP address belongs to a host of the public internet: not private, loopback, link-local, multicast
 * or reserved, also if it is an IPv4 address in IPv6 form.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === "unicast";
  const ipv6 = address as ipaddr.IPv6;
  if (WITH_IPV4.some((prefix) => ipv6.match(prefix)))
    return new ipaddr.IPv4(ipv6.toByteArray().slice(12)).range() === "unicast";
  return ipv6.range() === "unicast" && ipv6.match(GLOBAL_IPV6);
}

/** A host has no address, or not only public ones. */
class NotPublic extends Error {
  readonly code = "KASSE_NOT_PUBLIC";
}

type Resolve = (
  host: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;
type Done = (error: Error | null, addresses: string | LookupAddress[], family?: number) => void;

/**
 * Returns a `lookup` for connections. It resolves a host once and gives the connection exactly the addresses that it
 * has checked, so a host name cannot lead to an internal address with its next answer. If any address is not public,
 * there is no connection.
 */
export function publicLookup(ask: Resolve = resolve) {
  return (host: string, options: LookupOptions, done: Done): void => {
    ask(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new NotPublic(`${host} has an address that is not public`), []);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}
