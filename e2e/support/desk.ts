import { readdirSync, readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { DESK_API, DESK_PAGES, DESK_PATHS } from "#contract/desk/paths.ts";
import type { DeskRole } from "#core/desk/roles.ts";
import { salesIn } from "../../test/support/desk-sales.ts";
import { picture } from "../../test/support/people.ts";
import { Shopper } from "../../test/support/shopper.ts";
import { kasse } from "./command.ts";
import { freePort } from "../../test/support/ports.ts";
import { HOST, test as base, type Server } from "./server.ts";
import type dePublishing from "../../locales/de/desk/publishing.json";
import type deSections from "../../locales/de/desk/sections.json";
import type deStock from "../../locales/de/desk/stock.json";
import type deFrame from "../../locales/de/desk/frame.json";
import type deLogin from "../../locales/de/desk/login.json";
import type deOrders from "../../locales/de/desk/orders.json";
import type dePeople from "../../locales/de/desk/people.json";
import type deWaiting from "../../locales/de/desk/waiting.json";
import type deAccount from "../../locales/de/desk/account.json";
import type deAudit from "../../locales/de/desk/audit.json";
import type deBoard from "../../locales/de/desk/board.json";
import type deCheckouts from "../../locales/de/desk/checkouts.json";
import type deExperiments from "../../locales/de/desk/experiments.json";
import type deFailures from "../../locales/de/desk/failures.json";

export { expect } from "./expect.ts";

const PASSWORD = "Schalter-Tannenzapfen-88";

export type DeskWords = {
  readonly account: typeof deAccount;
  readonly board: typeof deBoard;
  readonly checkouts: typeof deCheckouts;
  readonly experiments: typeof deExperiments;
  readonly publishing: typeof dePublishing;
  readonly sections: typeof deSections;
  readonly stock: typeof deStock;
  readonly frame: typeof deFrame;
  readonly login: typeof deLogin;
  readonly orders: typeof deOrders;
  readonly people: typeof dePeople;
  readonly waiting: typeof deWaiting;
  readonly audit: typeof deAudit;
  readonly failures: typeof deFailures;
};

/** Returns the desk's texts in a language. */
export function deskWords(locale: string): DeskWords {
  const folder = `locales/${locale}/desk`;
  const read = (file: string): unknown => JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
  const files = readdirSync(folder);
  return Object.fromEntries(files.map((file) => [file.replace(".json", ""), read(file)])) as DeskWords;
}

export type DeskServer = {
  readonly url: string;
  readonly server: Server;
  readonly sales: ReturnType<typeof salesIn>;
  /** Queries or changes the shop's database, for faults that cannot be caused on a page. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Returns an invitation link. */
  linkFor(email: string, roles: readonly DeskRole[]): Promise<string>;
  /** Invites a person and sets the password by the link, on the page. */
  invite(page: Page, email: string, ...roles: readonly DeskRole[]): Promise<void>;
  /** Opens the desk on a page as a new person, logged in without a form. */
  enter(page: Page, email: string, ...roles: readonly DeskRole[]): Promise<void>;
  /** Returns a page with a logged-in person, in a separate browser context. */
  as(browser: Browser, email: string, ...roles: readonly DeskRole[]): Promise<Page>;
};

type Options = {
  /** Settings in addition to those of the desk. */
  readonly deskSettings: Readonly<Record<string, string>>;
  readonly deskPort: number;
  readonly desk: DeskServer;
};

/** `test` with a desk in addition to the shop. */
export const test = base.extend<object, Options>({
  // Low enough that a paid prepaid sale exceeds it.
  deskSettings: [{ DESK_REFUND_LIMIT: "15" }, { scope: "worker", option: true }],
  deskPort: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, use) => use(await freePort()),
    { scope: "worker" },
  ],
  settings: [
    async ({ deskPort, deskSettings }, use) =>
      use({ DESK_URL: `http://${HOST}:${deskPort}`, MANAGEMENT_PORT: String(deskPort), ...deskSettings }),
    { scope: "worker" },
  ],
  desk: [
    async ({ server, settings }, use) => {
      const url = settings["DESK_URL"] ?? "";
      const sales = salesIn({ shopper: () => new Shopper(server.url) }, await picture());
      const query = async (text: string) => (await server.database.pool.query<Record<string, unknown>>(text)).rows;
      const linkFor = async (email: string, roles: readonly DeskRole[]) => {
        const desk = (...argv: string[]) => kasse({ ...server, env: settings }, "desk", ...argv);
        const name = email.split("@")[0] ?? "";
        // A test of another file on the same server might have invited the same person.
        const known = await query(`select 1 from desk_people where email = '${email.toLowerCase()}'`);
        const out =
          known.length === 0
            ? await desk("invite", email, "--name", name, "--role", roles.join(","))
            : await desk("change", email, "--reason", "Another test", "--role", roles.join(",")).then(() =>
                desk("change", email, "--reason", "Another test", "--again"),
              );
        return /http\S+#\S+/.exec(out)?.[0] ?? "";
      };
      const accept = async (page: Page, link: string) => {
        await page.goto(link);
        const words = deskWords(await localeOf(page)).login;
        await page.getByLabel(words.invitation.password, { exact: true }).fill(PASSWORD);
        await page.getByRole("button", { name: words.invitation.save }).click();
        await page.getByRole("navigation").first().waitFor();
      };
      const invite = async (page: Page, email: string, ...roles: readonly DeskRole[]) =>
        accept(page, await linkFor(email, roles));
      const enter = async (page: Page, email: string, ...roles: readonly DeskRole[]) => {
        const secret = (await linkFor(email, roles)).split("#")[1] ?? "";
        await page.context().addCookies([{ ...(await acceptedAt(url, secret)), url }]);
        await page.goto(url + DESK_PAGES);
        await page.getByRole("navigation").first().waitFor();
      };
      await use({
        url,
        server,
        sales,
        query,
        linkFor,
        invite,
        enter,
        async as(browser, email, ...roles) {
          const context = await browser.newContext({ locale: "de-CH", viewport: { width: 1280, height: 860 } });
          const page = await context.newPage();
          await enter(page, email, ...roles);
          return page;
        },
      });
    },
    { scope: "worker" },
  ],
});

/** Accepts an invitation without a page; returns the login's cookie. */
async function acceptedAt(url: string, secret: string): Promise<{ readonly name: string; readonly value: string }> {
  const [method, path] = DESK_PATHS.acceptInvitation;
  const reply = await fetch(url + DESK_API + path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret, password: PASSWORD }),
  });
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(reply.headers.getSetCookie()[0] ?? "") ?? [];
  if (!reply.ok || name === "") throw new Error(`The invitation was answered with ${reply.status}`);
  return { name, value };
}

const localeOf = async (page: Page) => page.evaluate(() => navigator.language.slice(0, 2));

export const DESK_PASSWORD = PASSWORD;

/**
 * Makes a page's polling fail, so that its next answer is that of an action, for example after its login has ended. The
 * login page's request for the way to log in still works. Returns a function that ends this.
 */
export async function withoutPolls(page: Page): Promise<() => Promise<void>> {
  const calls = "**/desk/api/**";
  const [, loginWay] = DESK_PATHS.loginWay;
  await page.route(calls, (route) => {
    const request = route.request();
    const isPoll = request.method() === "GET" && new URL(request.url()).pathname !== DESK_API + loginWay;
    return isPoll ? route.abort() : route.continue();
  });
  return () => page.unroute(calls);
}
