import type { FastifyReply, FastifyRequest } from "fastify";

/** Cookies that only the server reads: no script, and no other site's form, sends or sees them. */
export type Cookies = {
  read(name: string): string | null;
  /** `seconds`: how long the browser keeps it. */
  keep(name: string, value: string, seconds: number): void;
};

/** The cookies of a request. Served over https they have the prefix `__Host-`, so that no other host can set them. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): Cookies {
  const nameOf = (name: string) => (secure ? `__Host-${name}` : name);
  return {
    read: (name) => request.cookies[nameOf(name)] ?? null,
    keep: (name, value, seconds) =>
      void reply.setCookie(nameOf(name), value, {
        path: "/",
        httpOnly: true,
        sameSite: "lax",
        secure,
        maxAge: seconds,
      }),
  };
}
