import type { FastifyReply, FastifyRequest } from "fastify";

/** Cookies that only the server reads: scripts cannot see them, and forms of other sites do not send them. */
export type Cookies = {
  read(name: string): string | null;
  /** `seconds`: how long the browser keeps it. */
  keep(name: string, value: string, seconds: number): void;
  /** Removes it from the browser. */
  end(name: string): void;
};

/**
 * The cookies of a request. Over https they have the prefix `__Host-`, so that no other host can set them. `sameSite`:
 * `lax` cookies also come with a link from another site, `strict` ones with no request from there.
 */
export function cookiesOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { secure, sameSite = "lax" }: { readonly secure: boolean; readonly sameSite?: "lax" | "strict" },
): Cookies {
  const nameOf = (name: string) => (secure ? `__Host-${name}` : name);
  const options = { path: "/", httpOnly: true, sameSite, secure };
  return {
    read: (name) => request.cookies[nameOf(name)] ?? null,
    keep: (name, value, seconds) => void reply.setCookie(nameOf(name), value, { ...options, maxAge: seconds }),
    end: (name) => void reply.clearCookie(nameOf(name), options),
  };
}
