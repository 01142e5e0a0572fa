import type { FrameLocator, Page } from "@playwright/test";
import { expect } from "#e2e/support/expect.ts";
import { messageErrors } from "../test/embedded-messages.ts";
import { prepare, test as base } from "./assistant.ts";
import { embed, framed, received, startHost, type Host } from "./embedding-host.ts";
import { newEmail, WORDS } from "#e2e/support/purchase.ts";

const words = WORDS.en;

/** A shop that two hosts may frame, which are on one site, and a third one that is not there. */
const test = base.extend<object, { readonly host: Host; readonly neighbour: Host }>({
  host: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, use) => {
      const host = await startHost();
      await use(host);
      await host.stop();
    },
    { scope: "worker" },
  ],
  neighbour: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, use) => {
      const host = await startHost();
      await use(host);
      await host.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ agent, host, neighbour }, use) =>
      use({
        AGENTS: "ucp",
        AGENTS_PLATFORMS: agent.profileUrl,
        AGENTS_EMBED_ORIGINS: `https://assistant.example ${host.origin} ${neighbour.origin}`,
      }),
    { scope: "worker" },
  ],
});

const main = (frame: FrameLocator) => frame.getByRole("main");
const pressIn = (frame: FrameLocator, name: string) =>
  main(frame).getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
const methods = async (page: Page) => (await received(page)).map(({ method }) => method);

/** Expects that the published document allows all that the host has received. */
async function expectValid(page: Page): Promise<void> {
  const wrong = (await received(page)).flatMap(({ via, ...message }) =>
    messageErrors(message).map((mistake) => `${via}: ${mistake}`),
  );
  expect(wrong).toEqual([]);
}

/** Goes from step 3 to the press at step 5 in the frame; the assistant has entered the rest. */
async function fillIn(frame: FrameLocator, email: string, order: string): Promise<void> {
  await main(frame).getByRole("radio", { name: words.account.newHere }).check();
  await main(frame).getByRole("textbox", { name: words.account.username, exact: true }).fill(email);
  await main(frame).getByLabel(words.account.password, { exact: true }).fill("Birnen am Montag");
  await pressIn(frame, words.account.register);
  await pressIn(frame, words.customer.person.go);
  await pressIn(frame, words.address.purchase);
  const { idNo, issuer, issueDate, validUntil } = words.customer.fields;
  await main(frame)
    .getByLabel(idNo, { exact: true })
    .fill(`E${Date.now() % 10_000_000}`);
  await main(frame).getByLabel(issuer, { exact: true }).fill("Zürich");
  await main(frame).getByLabel(issueDate, { exact: true }).fill("1.5.2022");
  await main(frame).getByLabel(validUntil, { exact: true }).fill("30.04.2032");
  await frame.locator("input[type=file]").setInputFiles("e2e/support/document.png");
  await frame.getByText(new RegExp(`${words.customer.terms.agree}|${words.customer.terms.agreeTv}`)).click();
  await pressIn(frame, order);
}

const wish = (query: string, pick: RegExp) => ({ query, language: "en", pick, email: newEmail() });
const SIM_ONLY = ["SMART 30", /^mobile:SMART30/] as const;
const PREPAID = ["prepaid", /^mobile:PREPAID20/] as const;

test("a person orders in the frame of another site, and the host reads how far it is", async ({
  page,
  server,
  agent,
  host,
}) => {
  const prepared = wish(...SIM_ONLY);
  const { id, continue_url: url } = await prepare(agent, server.url, prepared);
  const frame = await embed(page, host, framed(url, { ec_delegate: "payment.credential,window.open" }));
  await expect(frame.getByRole("heading", { level: 1, name: /^Prepared by / })).toBeVisible();
  await expect.poll(() => methods(page)).toEqual(["ec.ready", "ec.start"]);
  const [ready, start] = await received(page);
  expect(ready?.params).toEqual({ delegate: ["window.open"] });
  expect(start?.params["checkout"]).toMatchObject({ id, buyer: { first_name: "Nora", email: prepared.email } });

  await pressIn(frame, "Continue");
  await expect.poll(() => methods(page)).toEqual(["ec.ready", "ec.start", "ec.messages.change"]);
  const { body: atPlatform } = await agent.call("GET", `/checkout-sessions/${id}`);
  const told = (await received(page)).at(-1)?.params["checkout"];
  expect(told).toEqual(JSON.parse(JSON.stringify(atPlatform)));

  await fillIn(frame, prepared.email, words.customer.identity.order);
  await expect(frame.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await expect.poll(() => methods(page)).toContain("ec.complete");
  const last = (await received(page)).at(-1);
  expect(last?.params["checkout"]).toMatchObject({ id, status: "completed", order: { id: expect.any(String) } });
  await expectValid(page);
  // What the person typed at step 5 is in no message.
  expect(JSON.stringify(await received(page))).not.toMatch(/2032|Birnen/);
});

test("a payment is made in a window that the host opens, and the frame goes on by itself", async ({
  page,
  server,
  agent,
  host,
}) => {
  const prepared = wish(...PREPAID);
  const { continue_url: url } = await prepare(agent, server.url, prepared);
  const frame = await embed(page, host, framed(url, { ec_delegate: "window.open" }), { upgrade: true });
  await pressIn(frame, "Continue");
  await fillIn(frame, prepared.email, words.customer.identity.toPayment);
  const dialog = frame.getByRole("dialog", { name: words.prepared.frame.pay.title });
  const opening = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: words.prepared.frame.pay.open }).click();
  const payment = await opening;
  await payment.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(payment.getByRole("heading", { level: 1, name: words.payment.elsewhere.paid })).toBeVisible();
  await expect(payment.getByText(words.payment.elsewhere.back)).toBeVisible();

  await expect(frame.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await expect.poll(() => methods(page)).toContain("ec.complete");
  const messages = await received(page);
  // Everything after the first `ec.ready` came over the host's port.
  expect(messages.map(({ method, via }) => [method, via])).toEqual([
    ["ec.ready", "window"],
    ["ec.ready", "port"],
    ["ec.start", "port"],
    ["ec.messages.change", "port"],
    ["ec.window.open_request", "port"],
    ["ec.messages.change", "port"],
    ["ec.complete", "port"],
  ]);
  await expectValid(page);
});

test("a declined payment leads back to step 6, and without the host's help the browser opens the window", async ({
  page,
  server,
  agent,
  host,
}) => {
  const prepared = wish(...PREPAID);
  const { continue_url: url } = await prepare(agent, server.url, prepared);
  const frame = await embed(page, host, framed(url), { silent: true });
  await pressIn(frame, "Continue");
  await fillIn(frame, prepared.email, words.customer.identity.toPayment);
  const opening = page.context().waitForEvent("page");
  await frame.getByRole("link", { name: words.prepared.frame.pay.open }).click();
  const payment = await opening;
  const decline = payment.getByRole("button", { name: /decline/i });
  // Until its page is loaded, the window can still lose its script context.
  await expect(decline).toBeVisible();
  expect(await payment.evaluate(() => Boolean(opener))).toBe(false);
  await decline.click();
  await expect(payment.getByText(words.payment.elsewhere.payAgain)).toBeVisible();
  await expect(frame.getByText(words.payment.outcome.declined)).toBeVisible();
  await expect(frame.getByRole("dialog")).toHaveCount(0);
  // A host that does not answer learns nothing.
  expect(await methods(page)).toEqual(["ec.ready"]);

  // A reload and another language stay in the frame, with the login and the checkout.
  const inside = page.frames().find((each) => each.url().startsWith(server.url));
  await inside?.evaluate(() => location.assign(location.href.replace("/en/", "/it/")));
  await expect(frame.getByRole("heading", { level: 1, name: WORDS.it.checkout.steps["6"].heading })).toBeVisible();
  await expect.poll(() => methods(page)).toEqual(["ec.ready", "ec.ready"]);
});

test("a window that cannot be opened is explained", async ({ page, server, agent, host }) => {
  for (const manners of [{ sandbox: true }, { refuses: true }] as const) {
    const { continue_url: url } = await prepare(agent, server.url, wish(...PREPAID));
    const frame = await embed(
      page,
      host,
      framed(url, { ec_delegate: "refuses" in manners ? "window.open" : "" }),
      manners,
    );
    await expect.poll(() => methods(page)).toEqual(["ec.ready", "ec.start"]);
    await frame.getByRole("link", { name: "This is not me" }).click();
    const dialog = frame.getByRole("alertdialog", { name: words.prepared.frame.blocked.title });
    await dialog.getByRole("button", { name: words.common.close }).click();
    await expect(frame.getByRole("heading", { level: 1, name: /^Prepared by / })).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);
  }
});

test("a link that leaves the checkout opens a window, and the frame stays", async ({ page, server, agent, host }) => {
  const { continue_url: url } = await prepare(agent, server.url, wish(...SIM_ONLY));
  const frame = await embed(page, host, framed(url));
  await expect(frame.getByRole("heading", { level: 1, name: /^Prepared by / })).toBeVisible();
  const opening = page.context().waitForEvent("page");
  await frame.getByRole("contentinfo").getByRole("link", { name: "Privacy notice" }).click();
  await expect(await opening).toHaveURL(new RegExp(`^${server.url}/en/legal/`));
  await expect(frame.getByRole("heading", { level: 1, name: /^Prepared by / })).toBeVisible();
});

test("a host that is not listed shows nothing, and the ordinary shop is in no frame", async ({
  page,
  server,
  agent,
  host,
}) => {
  const { continue_url: url } = await prepare(agent, server.url, wish(...SIM_ONLY));
  const stranger = await startHost();
  for (const [site, address] of [
    [host, url],
    [stranger, framed(url)],
    [host, framed(`${server.url}/en/account`)],
    [host, framed(`${server.url}/en/`)],
  ] as const) {
    await embed(page, site, address);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    expect(await methods(page)).toEqual([]);
  }
  await stranger.stop();
});

test("a dead link is an error, with the way into the shop", async ({ page, server, host }) => {
  const frame = await embed(page, host, framed(`${server.url}/en/prepared#dead`));
  await expect(frame.getByRole("alert")).toBeVisible();
  await expect.poll(() => methods(page)).toEqual(["ec.ready", "ec.error"]);
  expect((await received(page))[1]?.params).toMatchObject({
    messages: [{ code: "not_found", severity: "unrecoverable" }],
    continue_url: `${server.url}/en/`,
  });
  await expectValid(page);
});

test("a version that the shop does not have is an error, and the person continues in the shop", async ({
  page,
  server,
  agent,
  host,
}) => {
  const { continue_url: url } = await prepare(agent, server.url, wish(...SIM_ONLY));
  const frame = await embed(page, host, framed(url, { ec_version: "2031-01-01" }));
  const dialog = frame.getByRole("dialog", { name: words.prepared.frame.outside.title });
  await expect(dialog).toBeVisible();
  await expect.poll(() => methods(page)).toEqual(["ec.error"]);
  expect((await received(page))[0]?.params).toMatchObject({
    messages: [{ code: "not_supported_error" }],
    continue_url: expect.stringMatching(/\/en\/prepared#./),
  });
  await expectValid(page);
  const opening = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: words.prepared.frame.outside.open }).click();
  const outside = await opening;
  await outside.getByRole("button", { name: "Continue" }).click();
  await expect(outside).toHaveURL(/\/en\/checkout\/3$/);
});

test("the frame's cookies are partitioned, and the ordinary shop has neither them nor the frame's checkout", async ({
  page,
  context,
  server,
  agent,
  host,
}) => {
  const { continue_url: url } = await prepare(agent, server.url, wish(...SIM_ONLY));
  const frame = await embed(page, host, framed(url));
  await pressIn(frame, "Continue");
  await expect(frame.getByRole("heading", { level: 1, name: words.checkout.steps["3"].heading })).toBeVisible();
  const inFrame = await context.cookies(server.url);
  expect(inFrame.map(({ name }) => name).toSorted()).toEqual(["XSRF-TOKEN", "kasse-framed"]);
  for (const cookie of inFrame)
    expect(cookie).toMatchObject({ sameSite: "None", secure: true, partitionKey: "http://127.0.0.1" });

  // Playwright switches off the partitions of Chromium's storage, so that the shop's own separation is seen here.
  await page.goto(`${server.url}/en/checkout/3`);
  await expect(page).toHaveURL(`${server.url}/en/`);
  const ordinary = (await context.cookies(server.url)).filter(({ partitionKey }) => partitionKey === undefined);
  expect(ordinary).toMatchObject([{ name: "XSRF-TOKEN", sameSite: "Lax", secure: false }]);
});

test("another listed host of the same site, which has the same storage, reads nothing of the checkout", async ({
  page,
  server,
  agent,
  host,
  neighbour,
}) => {
  const { continue_url: url } = await prepare(agent, server.url, wish(...SIM_ONLY));
  const frame = await embed(page, host, framed(url));
  await pressIn(frame, "Continue");
  await expect(frame.getByRole("heading", { level: 1, name: words.checkout.steps["3"].heading })).toBeVisible();
  await expect.poll(() => methods(page)).toContain("ec.messages.change");

  const step = framed(`${server.url}/en/checkout/3`);
  const other = await embed(page, neighbour, step);
  await expect(other.getByRole("heading", { level: 1, name: words.checkout.steps["3"].heading })).toBeVisible();
  // The host that showed the proposal gets its start in the meantime; the other one is only greeted.
  const again = await page.context().newPage();
  await embed(again, host, step);
  await expect.poll(() => methods(again)).toEqual(["ec.ready", "ec.start"]);
  expect(await methods(page)).toEqual(["ec.ready"]);
});
