/** The namespace of a shop whose host cannot be part of a name of UCP. `.invalid` is reserved (RFC 2606). */
const NO_NAMESPACE = "invalid.kasse";

/** A segment of a name after the first one, as UCP's schema permits it. */
const SEGMENT = /^[a-z][a-z0-9_]*$/;

/**
 * Returns the reverse of the public host, in which the shop names its own extensions and payment handlers (UCP
 * overview, Naming Convention): `ch.example.shop` for `https://shop.example.ch`. Names have neither hyphens nor
 * segments that begin with a digit, so `my-shop` becomes `my_shop` and `1und1` becomes `n_1und1`. A host for which
 * this does not suffice, such as an IP address, gets `invalid.kasse`.
 */
export function ownNamespace(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replace(/\.$/, "");
  const [top = "", ...labels] = host.split(".").toReversed();
  const segments = labels.map((label) => label.replaceAll("-", "_").replace(/^(?=\d)/, "n_"));
  const isName = /^[a-z][a-z0-9]*$/.test(top) && segments.every((segment) => SEGMENT.test(segment));
  return isName ? [top, ...segments].join(".") : NO_NAMESPACE;
}
