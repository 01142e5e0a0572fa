import { createHash, timingSafeEqual } from "node:crypto";

/** A system of the operator that may call, with its token. */
export type Integrator = { readonly name: string; readonly token: string };

const hash = (text: string) => createHash("sha256").update(text).digest();

/**
 * Returns a function that returns the name of the system whose token is in an `Authorization` header (RFC 6750), or
 * null. It compares all tokens, in constant time.
 */
export function integratorsOf(
  integrators: readonly Integrator[],
): (authorization: string | undefined) => string | null {
  const known = integrators.map(({ name, token }) => ({ name, hash: hash(token) }));
  return (authorization) => {
    const sent = hash(/^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? "")?.[1] ?? "");
    return known.filter((each) => timingSafeEqual(each.hash, sent))[0]?.name ?? null;
  };
}
