import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { openDocumentStep, newEmail, WORDS } from "./support/purchase.ts";
import { expect, test } from "./support/server.ts";

// Attacks from a page of another site on a shopper in the middle of a purchase: everything that a browser allows,
// without effect.

let site: HttpServer;
let foreign: string;
test.beforeAll(async () => {
  site = createServer((_request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end("<!doctype html><title>A prize for you</title><h1>A prize</h1>");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", () => resolve()));
  // Another site, not only another port, because cookies ignore ports.
  foreign = `http://localhost:${(site.address() as AddressInfo).port}/`;
});
test.afterAll(() => new Promise((resolve) => site.close(resolve)));

/** Starts the shopper's purchase, and opens a page of the foreign site in the same browser. */
async function victim(page: Page): Promise<{ evil: Page; before: string; checkoutId: string }> {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  const evil = await page.context().newPage();
  await evil.goto(foreign);
  return { evil, before: await stateOf(page), checkoutId: await idOf(page) };
}

const idOf = (page: Page) => page.evaluate(() => localStorage.getItem("kasse.checkout-id") ?? "");

/** Returns the order as the shop shows it to its shopper. */
async function stateOf(page: Page): Promise<string> {
  await page.reload();
  const order = page.getByRole("complementary").first();
  // The summary's button appears last: its label comes from the step, which loads separately.
  await expect(order.getByRole("button", { name: WORDS.de.customer.identity.order })).toBeVisible();
  return (await order.textContent()) ?? "";
}

const CALLS = ["checkout", "create-order", "password-login", "logout", "send-sms", "password-reset", "me"];

test("forms, scripts and requests of another site change nothing and read nothing", async ({ page, server }) => {
  const { evil, before, checkoutId } = await victim(page);
  const tried = await evil.evaluate(
    async ({ shop, calls, id }) => {
      const results: Record<string, string> = {};
      const attempt = async (what: string, request: () => Promise<Response>) => {
        results[what] = await request().then(
          async (reply) =>
            reply.type === "opaque" ? "opaque" : `readable: ${reply.status} ${(await reply.text()).slice(0, 50)}`,
          () => "blocked",
        );
      };
      for (const call of calls) {
        const url = `${shop}/public-api/${call}`;
        const body = JSON.stringify({ type: "Tariff", tariff: "SMART60", id, username: "a@example.ch", password: "x" });
        const simple = { method: "POST", mode: "no-cors", credentials: "include" } as const;
        await attempt(`${call} as text`, () =>
          fetch(url, { ...simple, headers: { "content-type": "text/plain" }, body }),
        );
        await attempt(`${call} as form`, () =>
          fetch(url, { ...simple, body: new URLSearchParams({ username: "a@example.ch" }) }),
        );
        await attempt(`${call} as upload`, () => fetch(url, { ...simple, body: new FormData() }));
        await attempt(`${call} with headers`, () =>
          fetch(url, {
            method: "POST",
            credentials: "include",
            headers: { "content-type": "application/json", checkoutId: id, "X-XSRF-TOKEN": "x" },
            body,
          }),
        );
      }
      for (const path of [
        "/public-api/catalogue",
        "/public-api/prepare/5/5",
        "/public-api/order/confirmation.pdf",
        "/checkout/5",
      ]) {
        await attempt(`GET ${path}`, () => fetch(shop + path, { credentials: "include" }));
        await attempt(`GET ${path} with headers`, () =>
          fetch(shop + path, { credentials: "include", headers: { checkoutId: id } }),
        );
      }
      return results;
    },
    { shop: server.url, calls: CALLS, id: checkoutId },
  );
  for (const [what, result] of Object.entries(tried))
    expect([what, result]).toEqual([what, expect.stringMatching(/^(blocked|opaque)$/)]);

  // A form in a separate tab.
  for (const [call, type] of CALLS.flatMap((name) =>
    ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].map((each) => [name, each] as const),
  )) {
    await evil.goto(foreign);
    const [response] = await Promise.all([
      evil.waitForNavigation(),
      evil.evaluate(
        ({ action, enctype }) => {
          const form = document.createElement("form");
          Object.assign(form, { action, method: "POST", enctype });
          const field = Object.assign(document.createElement("input"), { name: "username", value: "a@example.ch" });
          form.append(field);
          document.body.append(form);
          form.submit();
        },
        { action: `${server.url}/public-api/${call}`, enctype: type },
      ),
    ]);
    expect([403, 415], `${call} as ${type}`).toContain(response?.status());
  }
  expect(await stateOf(page)).toBe(before);
});

test("no page, answer or picture of the shop can be put into a page of another site", async ({ page, server }) => {
  const { evil, checkoutId } = await victim(page);
  for (const path of [
    "/",
    "/checkout/5",
    "/account",
    "/password-reset",
    "/photo",
    "/docs",
    "/sandbox/messages",
    "/public-api/catalogue",
  ]) {
    const shown = await evil.evaluate(
      (url) =>
        new Promise<boolean>((resolve) => {
          const frame = Object.assign(document.createElement("iframe"), { src: url });
          // A blocked frame shows an error page of the browser. Its document is as inaccessible as that of a frame of
          // another origin, so only messages and size differ.
          frame.onload = () => setTimeout(() => resolve(frame.contentWindow?.length === undefined), 100);
          frame.onerror = () => resolve(false);
          document.body.append(frame);
        }),
      server.url + path,
    );
    expect([path, shown]).toEqual([path, false]);
  }
  for (const frame of evil.frames().slice(1))
    await expect.poll(() => frame.url()).toMatch(/^chrome-error:|^about:blank$/);
  const loaded = await evil.evaluate(
    async ({ shop, id }) => {
      const load = (element: HTMLElement) =>
        new Promise<boolean>((resolve) => {
          element.onload = () => resolve(true);
          element.onerror = () => resolve(false);
          document.body.append(element);
        });
      const make = (tag: string, more: object) => Object.assign(document.createElement(tag), more);
      return {
        script: await load(make("script", { src: `${shop}/public-api/catalogue` })),
        picture: await load(make("img", { src: `${shop}/favicon` })),
        style: await load(make("link", { rel: "stylesheet", href: `${shop}/sandbox/sandbox.css` })),
        id,
      };
    },
    { shop: server.url, id: checkoutId },
  );
  expect(loaded).toMatchObject({ script: false, picture: false, style: false });
});

test("a window opened by another site reveals nothing to it and ignores its messages", async ({ page, server }) => {
  const { evil, before } = await victim(page);
  const [opened, seen] = await Promise.all([
    evil.context().waitForEvent("page"),
    evil.evaluate(async (url) => {
      const opener = window.open(url, "shop");
      for (const end = Date.now() + 5_000; !opener?.closed && Date.now() < end;)
        await new Promise((done) => setTimeout(done, 20));
      const tryIt = (look: () => unknown) => {
        try {
          return String(look());
        } catch {
          return "refused";
        }
      };
      opener?.postMessage({ type: "kasse", token: "x" }, "*");
      return {
        closed: opener?.closed ?? true,
        address: tryIt(() => opener?.location.href),
        storage: tryIt(() => opener?.localStorage.length),
      };
    }, `${server.url}/checkout/5`),
  ]);
  // Cross-Origin-Opener-Policy separates the windows: the opener sees the window as closed.
  expect(seen.closed).toBe(true);
  expect(seen.address).not.toContain("checkout");
  expect(await opened.evaluate(() => window.opener === null)).toBe(true);
  expect(await stateOf(page)).toBe(before);
});

test("a link with another host in its path stays in the shop, in every language", async ({ page, server }) => {
  for (const path of [
    "/en//evil.example/login",
    "//evil.example/login",
    "/fr/%5C%5Cevil.example",
    "/it/%2F%2Fevil.example",
    "/sr///evil.example//",
  ]) {
    await page.goto(server.url + path);
    const hosts = await page
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).host));
    expect(hosts.length).toBeGreaterThan(5);
    expect([path, hosts.filter((host) => host !== "" && host !== new URL(server.url).host)]).toEqual([path, []]);
  }
});
