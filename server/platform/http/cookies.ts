import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { FRAMED_COOKIE } from "./framing.ts";

/** Cookies that only the server reads. Scripts cannot see them, and forms on other sites do not send them. */
export type Cookies = {
  read(name: string): string | null;
  /** Sets a cookie, which the browser keeps for `seconds`. */
  keep(name: string, value: string, seconds: number): void;
  /** Removes a cookie from the browser. */
  end(name: string): void;
};

/**
 * Marks each response that sets a cookie as private, so that no shared cache gives the cookie of one visitor to others
 * (RFC 9111, 7.3). Register it after the plugin that writes the cookies.
 */
export function keepCookiesPrivate(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("set-cookie")) return;
    const directives = String(reply.getHeader("cache-control") ?? "")
      .split(",")
      .map((each) => each.trim());
    if (directives.some((each) => each === "private" || each === "no-store")) return;
    const others = directives.filter((each) => each !== "" && each !== "public" && !each.startsWith("s-maxage"));
    void reply.header("cache-control", ["private", ...others].join(", "));
  });
}

/**
 * Returns the cookies of a request. Over https, their names have the prefix `__Host-`, so that no other host can set
 * them. `sameSite`: `lax` cookies are also sent when a link on another site is followed, `strict` ones never with a
 * request from another site. In a frame of another site they are partitioned.
 */
export function cookiesOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { secure, sameSite = "lax" }: { readonly secure: boolean; readonly sameSite?: "lax" | "strict" },
): Cookies {
  const nameOf = (name: string) => (secure ? `__Host-${name}` : name);
  const options = { path: "/", httpOnly: true, sameSite, secure, ...(request.framing && FRAMED_COOKIE) };
  return {
    read: (name) => request.cookies[nameOf(name)] ?? null,
    keep: (name, value, seconds) => void reply.setCookie(nameOf(name), value, { ...options, maxAge: seconds }),
    end: (name) => void reply.clearCookie(nameOf(name), options),
  };
}
