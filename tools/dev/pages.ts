import type pg from "pg";
import { PLAIN_SCRIPTS } from "#web/assets.ts";
import type { Rendered } from "#server/pages/rendered.ts";
import { createServer } from "node:net";
import type { EmbeddedConnection } from "#server/platform/database/embedded/index.ts";
import { embeddedRoles } from "#server/platform/database/roles.ts";

/** The path at which Vite renders a page for the shop: `POST { page, path }`. */
export const RENDER_PATH = "/@kasse/render";
/** The scripts of pages in development: for the checkout and for public pages. */
export const ENTRY_PATHS = { checkout: "/@kasse/checkout.js", shop: "/@kasse/shop.js" } as const;

/** The event that tells public pages, which only the server renders, that a file has changed. */
export const CHANGED = "kasse:changed";

/** A rendered page and the styles that its modules import. */
export type DevRendered = { readonly rendered: Rendered; readonly styles: readonly string[] };

/**
 * Returns the script at one of the `ENTRY_PATHS`. The server links each style, so that the page is styled before the
 * script runs. Once Vite has added its live copy of a style, the link is removed, because it would keep outdated rules.
 */
export const entryScript = (entry: string): string => `
import "/@vite/client";
import "@vitejs/plugin-react/preamble";
import("/${entry}");
if (${entry === PLAIN_SCRIPTS.shop}) import.meta.hot.on("${CHANGED}", () => location.reload());
const removeReplaced = () => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/web/"]'))
    if (document.querySelector('style[data-vite-dev-id$="' + link.getAttribute("href") + '"]')) link.remove();
};
new MutationObserver(removeReplaced).observe(document.head, { childList: true });
`;

/** Returns a free port. Another program could still take it before it is used. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * Returns the settings with which a shop uses the embedded database by two roles, as `npm start` does, so that commands
 * can read the tables that it migrates.
 */
export async function rolesAsSettings(connection: EmbeddedConnection): Promise<Readonly<Record<string, string>>> {
  const { owner, application } = await embeddedRoles(connection);
  return { DATABASE_URL: urlOf(application), MIGRATION_DATABASE_URL: urlOf(owner) };
}

function urlOf({ host = "", port = 5432, user = "", password = "", database = "" }: pg.PoolConfig): string {
  const socket = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${encodeURIComponent(String(password))}@/${database}?${socket.toString()}`;
}

/**
 * Returns the content security policy of a page in development, with additions for Vite: inline styles (without the
 * hashes, which would disable 'unsafe-inline') and a web socket.
 */
export function devPolicy(policy: string): string {
  return policy
    .split(/;\s*/)
    .map((directive) => {
      const [name, ...sources] = directive.split(" ");
      if (name === "style-src")
        return [name, ...sources.filter((source) => !source.startsWith("'sha256-")), "'unsafe-inline'"].join(" ");
      return name === "connect-src" ? `${directive} ws: wss:` : directive;
    })
    .join("; ");
}
