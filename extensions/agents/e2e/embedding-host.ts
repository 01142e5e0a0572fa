import { createServer } from "node:http";
import type { FrameLocator, Page } from "@playwright/test";
import type { EmbeddedMessage } from "../test/embedded-messages.ts";
import { freePort } from "#test/support/ports.ts";

/** A site on another host than the shop's that shows checkouts in a frame. */
export type Host = { readonly origin: string; stop(): Promise<void> };

/** How a host behaves. `upgrade`: it answers with a port. `refuses`: windows. `silent`: it never
 * answers. `sandbox`: its frame has the sandbox that the protocol recommends, which opens no windows. */
export type Manners = {
  readonly upgrade?: true;
  readonly refuses?: true;
  readonly silent?: true;
  readonly sandbox?: true;
};

/** The script of the host's page, by the prose of the protocol. It collects what it receives. */
const SCRIPT = `
  const shop = new URL(frameUrl).origin;
  window.received = [];
  const success = { version: "2026-04-08", status: "success" };
  function handle(message, reply, port) {
    window.received.push({ ...message, via: port ? "port" : "window" });
    if (manners.silent) return;
    if (message.method === "ec.ready" && manners.upgrade && !port) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => handle(data, (reply) => port1.postMessage(reply), true);
      return reply({ jsonrpc: "2.0", id: message.id, result: { ucp: success, upgrade: { port: port2 } } }, [port2]);
    }
    if (message.method === "ec.ready") return reply({ jsonrpc: "2.0", id: message.id, result: { ucp: success } });
    if (message.method === "ec.window.open_request") {
      if (manners.refuses) return reply({ jsonrpc: "2.0", id: message.id, result: { ucp: { ...success, status: "error" },
        messages: [{ type: "error", code: "window_open_rejected_error", content: "No.", severity: "unrecoverable" }] } });
      window.open(message.params.url, "_blank", "noopener");
      return reply({ jsonrpc: "2.0", id: message.id, result: { ucp: success } });
    }
  }
  addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || event.origin !== shop) return;
    handle(event.data, (reply, transfer = []) => frame.contentWindow.postMessage(reply, shop, transfer), false);
  });
`;

/** Starts a host. Its page frames the address after the `#`, with the manners in its query. */
export async function startHost(): Promise<Host> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://host");
    const manners = JSON.parse(searchParams.get("manners") ?? "{}") as Manners;
    const sandbox = manners.sandbox ? ' sandbox="allow-scripts allow-forms allow-same-origin"' : "";
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Assistant</title><style>html,body,main,iframe{width:100%;height:100%;margin:0;border:0}</style>
<main><h1 hidden>Assistant</h1><iframe title="Checkout"${sandbox}></iframe></main>
<script>const frame = document.querySelector("iframe"), frameUrl = location.hash.slice(1),
manners = ${JSON.stringify(manners)};${SCRIPT}frame.src = frameUrl;</script>`);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns `continue_url` with the parameters of the protocol. */
export function framed(continueUrl: string, more: Readonly<Record<string, string>> = {}): string {
  const url = new URL(continueUrl);
  for (const [name, value] of Object.entries({ ec_version: "2026-04-08", ...more })) url.searchParams.set(name, value);
  return url.href;
}

/** Opens a host's page with the checkout in its frame. */
export async function embed(page: Page, host: Host, url: string, manners: Manners = {}): Promise<FrameLocator> {
  // Another query, because another fragment would not load the page again.
  await page.goto(`${host.origin}/?${Date.now()}&manners=${encodeURIComponent(JSON.stringify(manners))}#${url}`);
  return page.frameLocator("iframe");
}

export type Received = EmbeddedMessage & { readonly via: "port" | "window" };

/** Returns what the host has received so far. */
export const received = (page: Page): Promise<Received[]> =>
  page.evaluate(() => (globalThis as typeof globalThis & { received: Received[] }).received);
