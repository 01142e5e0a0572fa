import type pg from "pg";
import { PLAIN_SCRIPTS } from "#web/assets.ts";
import type { Rendered } from "#server/pages/rendered.ts";
import { createServer } from "node:net";
import type { EmbeddedConnection } from "#server/platform/database/embedded/index.ts";
import { embeddedRoles } from "#server/platform/database/roles.ts";

/** The path where Vite renders a page for the shop: `POST { page, path }`. */
export const RENDER_PATH = "/@kasse/render";
/** The paths of the page scripts in development, for the checkout and for public pages. */
export const ENTRY_PATHS = { checkout: "/@kasse/checkout.js", shop: "/@kasse/shop.js" } as const;

/** The event that reloads public pages when a file has changed, because only the server renders them. */
export const CHANGED_EVENT = "kasse:changed";

/** A rendered page and the styles that its modules import. */
export type DevPage = { readonly rendered: Rendered; readonly styles: readonly string[] };

/**
 * Returns the script at one of the `ENTRY_PATHS`. The server links each style, so that the page is styled before the
 * script runs. Once Vite has added its live copy of a style, the script removes the link, because it would keep stale
 * rules in effect.
 */
export const entryScript = (entry: string): string => `
import "/@vite/client";
import "@vitejs/plugin-react/preamble";
import("/${entry}");
if (${entry === PLAIN_SCRIPTS.shop}) import.meta.hot.on("${CHANGED_EVENT}", () => location.reload());
const removeReplaced = () => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/web/"]'))
    if (document.querySelector('style[data-vite-dev-id$="' + link.getAttribute("href") + '"]')) link.remove();
};
new MutationObserver(removeReplaced).observe(document.head, { childList: true });
`;

/** Returns a free port. Another program can still take it before it is used. */
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
 * Returns the settings that make a shop use the embedded database with two roles, as `npm start` does, so that commands
 * can read the tables that the shop has migrated.
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
 * Returns a page's content security policy with additions for Vite: a web socket and inline styles. The hashes of
 * styles are removed, because they would disable 'unsafe-inline'.
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
