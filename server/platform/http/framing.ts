import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** How a page is shown in a frame of another site. `scheme`: the colours that the host asks for; null for none. */
export type Framing = { readonly scheme: "light" | "dark" | null };

declare module "fastify" {
  interface FastifyRequest {
    /** Null for the ordinary shop, which other sites cannot frame. */
    framing: Framing | null;
  }
}

/** The cookie that a frame's requests have, without its prefix. Its value is the colour scheme. */
export const FRAMING_COOKIE = "kasse-framed";

/**
 * Attributes of cookies in a frame. Browsers send no `Lax` cookies there. `Partitioned` keeps these apart from the
 * ordinary shop's and from those in the frames of other hosts (CHIPS); `None` requires `Secure`.
 */
export const FRAMED_COOKIE = { sameSite: "none", secure: true, partitioned: true } as const;

const nameOf = (secure: boolean) => (secure ? `__Host-${FRAMING_COOKIE}` : FRAMING_COOKIE);

/**
 * Recognises requests of a page in a frame: the document that the browser loads into a frame with `ec_version`, and
 * everything that follows, by the cookie. Only browsers send `sec-fetch-dest`, and pages cannot change it. `frames`:
 * whether the page at a path can be in a frame; null if none can.
 */
export function recogniseFrames(
  app: FastifyInstance,
  { frames, secure }: { readonly frames: ((path: string) => boolean) | null; readonly secure: boolean },
): void {
  app.decorateRequest("framing", null);
  if (frames === null) return;
  app.addHook("onRequest", async (request, reply) => {
    const begun = isFrameDocument(request) ? begunBy(request, frames) : null;
    if (begun) keep(reply, begun, secure);
    const kept = request.cookies[nameOf(secure)];
    request.framing = begun ?? (kept === undefined ? null : { scheme: schemeIn(kept) });
  });
}

/** Returns whether the browser loads this response as the document of a frame. */
export const isFrameDocument = ({ headers }: FastifyRequest): boolean => headers["sec-fetch-dest"] === "iframe";

function begunBy({ url }: FastifyRequest, frames: (path: string) => boolean): Framing | null {
  const [path = "", search = ""] = url.split("?");
  const query = new URLSearchParams(search);
  return query.has("ec_version") && frames(path) ? { scheme: schemeIn(query.get("ec_color_scheme")) } : null;
}

const schemeIn = (text: string | null): Framing["scheme"] => (text === "light" || text === "dark" ? text : null);

function keep(reply: FastifyReply, { scheme }: Framing, secure: boolean): void {
  void reply.setCookie(nameOf(secure), scheme ?? "any", { path: "/", httpOnly: true, ...FRAMED_COOKIE });
}
