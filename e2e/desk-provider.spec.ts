import { startLoginProvider, type LoginProvider } from "../test/support/login-provider.ts";
import { deskWords, expect, test, withoutPolls } from "./support/desk.ts";
import { HOST } from "./support/server.ts";

let provider: LoginProvider;
test.use({
  deskSettings: [
    async ({ deskPort }, use) => {
      provider = await startLoginProvider(`http://${HOST}:${deskPort}`);
      await use(provider.settings);
      await provider.stop();
    },
    { scope: "worker" },
  ],
});

const w = deskWords("de");

test("a person logs in at the provider and returns to the requested page; a logout is final", async ({
  page,
  desk,
}) => {
  provider.people.set("anna", { name: "Anna Amsler", email: "anna@example.ch", roles: ["support"] });
  provider.atKeyboard = "anna";
  await page.goto(`${desk.url}/desk/waiting`);
  await expect(page.getByLabel(w.login.password)).toHaveCount(0);
  await page.getByRole("button", { name: w.login.provider.logIn }).click();
  await expect(page).toHaveURL(/\/desk\/waiting$/);
  await expect(page.getByRole("heading", { name: w.frame.pages.waiting })).toBeVisible();
  await page.getByLabel("Anna Amsler: Sprache und Abmelden").click();
  await page.getByRole("link", { name: w.frame.account }).click();
  await expect(page.getByText(/beim Anmeldedienst an/)).toBeVisible();
  await expect(page.getByText(w.account.password.title, { exact: true })).toHaveCount(0);
  await page.getByLabel("Anna Amsler: Sprache und Abmelden").click();
  await page.getByRole("button", { name: w.frame.logOut }).click();
  // The provider's page asks whether to log out there too.
  await page.waitForURL(/\/session\/end/);
  await page.goto(`${desk.url}/desk/`);
  await expect(page.getByRole("button", { name: w.login.provider.logIn })).toBeVisible();
});

test("a person who declines, has no role, or meets a provider that is down sees the reason and tries again", async ({
  page,
  desk,
}) => {
  const logIn = () => page.getByRole("button", { name: w.login.provider.logIn }).click();
  await page.goto(`${desk.url}/desk/`);
  provider.atKeyboard = null;
  await logIn();
  await expect(page.getByText(w.failures.providerDenied)).toBeVisible();
  provider.people.set("nobody", { name: "Niemand", roles: [] });
  provider.atKeyboard = "nobody";
  await logIn();
  await expect(page.getByText(w.failures.noRole)).toBeVisible();
  // The provider also stores its session in cookies.
  await page.context().clearCookies();
  await page.goto(`${desk.url}/desk/login?failed=providerDown`);
  await expect(page.getByText(w.failures.providerDown)).toBeVisible();
  provider.people.set("berta", { name: "Berta Bolliger", email: "berta@example.ch", roles: ["admin"] });
  provider.atKeyboard = "berta";
  await logIn();
  await expect(page.getByRole("navigation", { name: w.frame.navigation })).toBeVisible();
});

test("an ended login is renewed in a second tab, and the page keeps the typed text", async ({ page, desk }) => {
  provider.people.set("carla", { name: "Carla", email: "carla@example.ch", roles: ["support"] });
  provider.atKeyboard = "carla";
  const { number } = await desk.sales.held("beside@example.ch");
  await page.goto(`${desk.url}/desk/orders/${number}`);
  await page.getByRole("button", { name: w.login.provider.logIn }).click();
  await page.getByLabel(w.orders.acts.reason).fill("Lohnausweis gesehen");
  const withPolls = await withoutPolls(page);
  await page.context().clearCookies();
  await page.getByRole("button", { name: w.orders.acts.names.release }).click();
  const dialog = page.getByRole("dialog", { name: w.login.again.title });
  await expect(dialog).toBeVisible();
  await withPolls();
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("button", { name: w.login.provider.logIn }).click(),
  ]);
  await expect(tab.getByRole("heading", { name: w.login.back.title })).toBeVisible();
  await tab.close();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel(w.orders.acts.reason)).toHaveValue("Lohnausweis gesehen");
  await page.getByRole("button", { name: w.orders.acts.names.release }).click();
  await expect(page.getByText("Erledigt: Freigeben.")).toBeVisible();
});
