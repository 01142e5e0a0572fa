import { isStorable } from "#core/text/storable.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "#server/platform/database/database.ts";
import { newestEvents } from "#server/integrations/handover/upkeep.ts";
import { newestMessages } from "#server/integrations/mail-and-sms/upkeep.ts";
import type { Config } from "#server/config/config.ts";
import { html, type Html } from "#server/platform/http/html.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { requirePassword } from "#server/platform/http/secrets.ts";

const MAX_ROWS = 200;

type SandboxConfig = Pick<Config, "sms" | "mail" | "handover" | "sandboxPassword">;
type SandboxPage = { readonly path: string; readonly about: string };

/** Returns the pages of the sandboxes in use. They never show data from real connections. */
export function sandboxPages({ sms, mail, handover }: SandboxConfig): readonly SandboxPage[] {
  return [
    ...(sms.provider === "sandbox" || mail.provider === "sandbox"
      ? [{ path: "/sandbox/messages", about: "Texts and mails" }]
      : []),
    ...(handover.provider === "sandbox" ? [{ path: "/sandbox/orders", about: "Orders" }] : []),
  ];
}

/**
 * Registers `/sandbox/messages` and `/sandbox/orders`: as HTML for people, as JSON for programs (demo data). Each only
 * exists if its sandbox is used, and requires `SANDBOX_PASSWORD` if that is set.
 */
export async function registerSandboxPages(
  app: FastifyInstance,
  { db, config, security }: { readonly db: Database; readonly config: SandboxConfig; readonly security: SecurityLog },
): Promise<void> {
  const pages = sandboxPages(config);
  const paths = new Set(pages.map(({ path }) => path));
  await app.register(async (scope) => {
    scope.addHook("onRequest", requirePassword("Kasse sandbox", config.sandboxPassword, security));
    if (paths.has("/sandbox/messages")) registerMessages(scope, db, pages);
    if (paths.has("/sandbox/orders")) registerOrders(scope, db, pages);
    if (pages.length > 0) scope.get("/sandbox/sandbox.css", (_request, reply) => reply.type("text/css").send(CSS));
  });
}

function registerMessages(app: FastifyInstance, db: Database, pages: readonly SandboxPage[]): void {
  app.get<{ Querystring: { to?: string } }>("/sandbox/messages", async (request, reply) => {
    const { to } = request.query;
    const recipient = typeof to === "string" && to !== "" && isStorable(to) ? to : null;
    const messages = await newestMessages(db, recipient, MAX_ROWS);
    if (wantsJson(request)) return messages;
    const list = messages.map(
      (message) =>
        html`<article>
          <header>
            <b>${message.channel === "sms" ? "SMS" : "Mail"}</b> → ${message.to}
            <time>${message.at.toISOString()}</time>
          </header>
          ${message.subject ? html`<h2>${message.subject}</h2>` : html``}
          <pre>${message.text}</pre>
          ${message.attachments.map((name) => html`<p>📎 ${name}</p>`)}
        </article>`,
    );
    return reply.type("text/html").send(page("Messages", "No text or mail has been sent yet.", list, pages).text);
  });
}

function registerOrders(app: FastifyInstance, db: Database, pages: readonly SandboxPage[]): void {
  app.get("/sandbox/orders", async (request, reply) => {
    const events = await newestEvents(db, MAX_ROWS);
    if (wantsJson(request)) return events;
    const list = events.map((event) => html`<article><pre>${JSON.stringify(event, null, 2)}</pre></article>`);
    return reply.type("text/html").send(page("Orders", "No order has been handed over yet.", list, pages).text);
  });
}

function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}

function page(title: string, empty: string, list: readonly Html[], pages: readonly SandboxPage[]): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title} · Kasse sandbox</title>
        <link rel="stylesheet" href="/sandbox/sandbox.css" />
      </head>
      <body>
        <nav><a href="/">Shop</a> ${pages.map(({ path, about }) => html`<a href="${path}">${about}</a> `)}</nav>
        <main>
          <h1>${title}</h1>
          ${list.length > 0 ? list : html`<p>${empty}</p>`}
        </main>
      </body>
    </html>`;
}

const CSS = `body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f3f5fb;color:#0a1a3f}nav{background:#0b1f5c;padding:14px 24px;display:flex;gap:20px}nav a{color:#fff}
main{max-width:900px;margin:0 auto;padding:24px}article{background:#fff;border:1px solid #d9deec;border-radius:14px;padding:16px 20px;margin:0 0 14px}header{color:#44517a;font-size:14px}time{float:right}h2{font-size:18px;margin:8px 0 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:8px 0 0;font:14px/1.5 ui-monospace,monospace}`;
