import { afterAll, beforeAll, expect, test } from "vitest";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { loadBundle } from "#server/pages/assets.ts";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import type { DeskBrowser } from "../support/desk-browser.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk } from "../support/shopper.ts";
import { personForm, picture } from "../support/people.ts";

// The brand's texts are published like the catalogue (docs/desk.md, ADR 30).
let time: Date | null = null;
let shop: Shop;
let carla: DeskBrowser;
let chief: DeskBrowser;
beforeAll(async () => {
  shop = await startShopWithDesk({ jobs: true, now: () => time ?? new Date(), bundle: await loadBundle() });
  carla = await atDesk(shop, "carla@example.ch", "catalogue");
  chief = await atDesk(shop, "chief@example.ch", "admin");
});
afterAll(() => shop.stop());

const kind = { kind: "texts" };
const KIND = { params: kind };
type Text = Record<"de" | "en" | "fr" | "it" | "sr", string>;
type Page = { code: string; title: Text; paragraphs: Text[] };
type Content = {
  "contact.json": { phone: string; email: string };
  "terms.json": { mobile: { code: string; url: string }[] };
  "pages.json": { pages: Page[] };
};

const inAll = (text: string): Text => ({ de: text, en: text, fr: text, it: text, sr: text });
const html = async (path: string, at = shop.url) => (await fetch(at + path)).text();
const says = async (path: string, text: string, at = shop.url) => (await html(path, at)).includes(text);

/** Starts a draft of the live texts, with parts changed. */
async function draft(edit: (content: Content) => void) {
  const { body: now } = await carla.call("published", KIND);
  const begun = await carla.call("newDraft", { ...KIND, body: { version: now.onSale?.version ?? 0, name: "Words" } });
  const content = structuredClone(begun.body.content) as Content;
  edit(content);
  let last = begun.body;
  for (const file of ["contact.json", "terms.json", "pages.json"] as const)
    last = (
      await carla.call("saveDraft", {
        params: { ...kind, id: begun.body.id },
        body: { revision: last.revision, file, content: content[file] },
      })
    ).body;
  return last;
}
/** Publishes changed texts by two people, now or at a time. */
async function publish(edit: (content: Content) => void, from: string | null = null) {
  const { id, revision } = await draft(edit);
  const asked = await carla.call("submitDraft", {
    params: { ...kind, id },
    body: { revision, from, reason: "as the lawyer wants it" },
  });
  const [request] = asked.body.requests;
  const { against } = (
    await carla.call("publishedChanges", {
      params: { ...kind, version: String(request?.version) },
      query: from === null ? {} : { at: from },
    })
  ).body;
  const decide = (browser: DeskBrowser) =>
    browser.call("decideActivation", {
      params: { ...kind, id: request?.id ?? "" },
      body: { confirm: true, against, reason: "read and compared" },
    });
  expect((await decide(carla)).body.failure).toBe("ownRequest");
  return (await decide(chief)).body;
}
const terms = (text: string) => (content: Content) => {
  const page = content["pages.json"].pages.find(({ code }) => code === "agb-mobile");
  page?.paragraphs.splice(0, 1, inAll(text));
};

test("come from the brand file until a second person publishes others, which every page shows without a restart", async () => {
  const { body } = await chief.call("published", KIND);
  expect(body).toMatchObject({ onSale: { version: 0, by: "Kasse" }, before: null, drafts: [], requests: [] });
  expect(await says("/", "0800 784 784")).toBe(true);
  await publish((content) => {
    content["contact.json"].phone = "0800 111 222";
    terms("Nobody may resell the SIM.")(content);
  });
  for (const path of ["/", "/fr/mobile/SMART60"])
    expect([path, await says(path, "0800 111 222")]).toEqual([path, true]);
  expect(await says("/it/legal/agb-mobile", "Nobody may resell the SIM.")).toBe(true);
  const back = (version: number) =>
    chief.call("rollback", { ...KIND, body: { version, reason: "what the file says" } });
  expect((await back(0)).body).toMatchObject({ onSale: { version: 0 }, before: null });
  expect(await says("/", "0800 784 784")).toBe(true);
  // With the version that another person's page still shows as the previous one.
  expect((await back(0)).body.failure).toBe("changed");
  expect((await back(1)).body.failure).toBe("changed");
  await publish((content) => void (content["contact.json"].phone = "0800 111 222"));
});

test("also apply in another process", async () => {
  const other = await startShop({
    jobs: true,
    env: { DATABASE_URL: shop.database.url, DATA_DIR: shop.kasse.services.config.dataDir },
    bundle: await loadBundle(),
  });
  expect(await says("/", "0800 111 222", other.url)).toBe(true);
  await publish((content) => void (content["contact.json"].phone = "0800 333 444"));
  await eventually("the other process has looked", async () => says("/", "0800 333 444", other.url));
  await other.stop();
});

test("start at their time, and end with a rollback", async () => {
  const noon = new Date();
  await publish(
    (content) => void (content["contact.json"].phone = "0800 555 666"),
    new Date(noon.getTime() + 3600_000).toISOString(),
  );
  expect(await says("/", "0800 555 666")).toBe(false);
  time = new Date(noon.getTime() + 3600_000 + 1);
  expect(await says("/", "0800 555 666")).toBe(true);
  time = null;
  const planned = (await chief.call("published", KIND)).body.planned[0]?.id ?? 0;
  await chief.call("cancelActivation", { params: { ...kind, id: String(planned) }, body: { reason: "not after all" } });
  const version = (await chief.call("published", KIND)).body.before ?? 0;
  await chief.call("rollback", { ...KIND, body: { version, reason: "back to before" } });
  expect(await says("/", "0800 111 222")).toBe(true);
});

test("are shown in a preview first, and mistakes are found: a missing page, or a name used twice", async () => {
  const right = await draft(terms("Only in the preview."));
  expect(right.changes?.entries).toMatchObject([{ what: "texts", code: "pages.json" }]);
  const preview = (id: string, at = "now") =>
    fetch(`${shop.kasse.managementAddress}/desk/preview/texts/draft-${id}/${at}/en/legal/agb-mobile`, {
      headers: { cookie: carla.cookie ?? "" },
    });
  expect(await (await preview(right.id)).text()).toContain("Only in the preview.");
  expect(await says("/en/legal/agb-mobile", "Only in the preview.")).toBe(false);
  const before = await preview(right.id, "2001-01-01T00:00:00Z");
  expect([before.status, (await before.text()).includes('"nothingOnSale"')]).toEqual([404, true]);
  const wrong = await draft((content) => {
    const [first] = content["pages.json"].pages;
    if (first) content["pages.json"].pages.push(first);
    content["terms.json"].mobile[0] = { ...content["terms.json"].mobile[0], code: "new", url: "/legal/nowhere" };
    content["contact.json"].email = "nobody";
  });
  expect(wrong.problems.map(({ file, path, kind: what }) => [file, path.join("."), what])).toEqual([
    ["contact.json", "email", "wrong"],
  ]);
  const repaired = await draft((content) => {
    const [first] = content["pages.json"].pages;
    if (first) content["pages.json"].pages.push(first);
    content["terms.json"].mobile[0] = { ...content["terms.json"].mobile[0], code: "new", url: "/legal/nowhere" };
  });
  expect(repaired.problems.map(({ path, kind: what }) => [path.join("."), what])).toEqual([
    [expect.stringMatching(/^pages\.\d+\.code$/), "codeTwice"],
    ["mobile.0.url", "pageMissing"],
  ]);
  const refused = await preview(repaired.id);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('"draftWrong"');
});

test("that change while a shopper reads the terms are shown again, and only the texts that were read can be accepted", async () => {
  const shopper = shop.shopper();
  const form = { ...personForm("terms@example.ch"), simType: "0" } as const;
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await expectOk("register", shopper.register("terms@example.ch"));
  await expectOk("validate", shopper.call("validateCustomer", form));
  await expectOk("update", shopper.call("updateCustomer", form));
  await expectOk("upload", shopper.upload(await picture()));
  const read = (await expectOk("prepare", shopper.prepare("5"))) as PrepareAnswers["5"];
  await publish(terms("Everybody pays twice."));
  const accept = (agbVersion?: string) =>
    shopper.createCustomer({ ...form, ...(agbVersion && { agbVersion }) } as typeof form);
  expect(await accept(read.agbVersion)).toMatchObject({
    status: 409,
    body: { code: "TERMS_CHANGED", message: expect.stringContaining("Bedingungen") },
  });
  const again = (await expectOk("prepare", shopper.prepare("5"))) as PrepareAnswers["5"];
  expect(again.agbVersion).not.toBe(read.agbVersion);
  await expectOk("as read", accept(again.agbVersion));
  await expectOk("order", shopper.call("createOrder", {}));
  const { rows } = await shop.database.pool.query<{ version: string }>(
    "select terms->>'version' as version from orders order by created_at desc limit 1",
  );
  expect(rows[0]?.version).toBe(again.agbVersion);
});
