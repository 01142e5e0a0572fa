import { renderToString } from "react-dom/server";
import { localePrefix, type Locale } from "#core/locale.ts";
import { App } from "./app/App.tsx";
import type { Messages, Namespace } from "./app/text.ts";
import { firstLoad, type FirstLoad, type Manifest } from "./assets.ts";
import type { Page } from "#contract/page.ts";
import { CHECKOUT_PAGES, type CheckoutPage } from "#core/steps.ts";
import { checkoutPath, LINK_PAGES, ROUTES, type LinkPage } from "./site/paths.ts";
import { headOf } from "./shop/head.ts";
import { ShopPage } from "./shop/ShopPage.tsx";
import { AloneShell, CheckoutShell } from "./shop/shell/CheckoutShell.tsx";

export { plainScript } from "./assets.ts";

/** A rendered page: the HTML of its body, and the contents of its head. */
export type Rendered = {
  readonly body: string;
  readonly title: string;
  readonly description: string;
  readonly head: string;
  readonly indexed: boolean;
};

/** The texts of all languages, compiled into the bundle. */
const TEXTS = import.meta.glob<{ default: Messages[Namespace] }>("../locales/*/{account,checkout,common,shop}.json", {
  eager: true,
});

/** Renders a page; `path` has no locale prefix. Public pages are rendered for hydration, checkout pages as an outline. */
export async function render(page: Page, path: string): Promise<Rendered> {
  const messages = textsOf(page.locale);
  const { title, description, tags, indexed } = headOf(page, messages);
  const body = renderToString(
    <App page={page} messages={messages} ssrPath={localePrefix(page.locale) + path}>
      {page.data.kind === "checkout" ? <Outline path={path} messages={messages} /> : <ShopPage data={page.data} />}
    </App>,
  );
  return Promise.resolve({ body, title, description, head: tags, indexed });
}

/** The files of a page's first load. */
export function assetsOf(manifest: Manifest, page: Page, path: string): FirstLoad {
  const { kind } = page.data;
  return firstLoad(manifest, page.locale, kind === "checkout" ? (checkoutPageOf(path) ?? linkPageOf(path)) : kind);
}

function Outline({ path, messages }: { readonly path: string; readonly messages: Partial<Messages> }) {
  const page = checkoutPageOf(path);
  if (page) return <CheckoutShell page={page} />;
  const titles = { "password-reset": messages.account?.reset.title, account: messages.account?.own.title, order: null };
  return <AloneShell title={titles[linkPageOf(path)]} />;
}

function checkoutPageOf(path: string): CheckoutPage | null {
  return CHECKOUT_PAGES.find((page) => checkoutPath(page) === path) ?? null;
}

/** The page of a mailed link; the password reset for any other path, which the caller never asks for. */
function linkPageOf(path: string): LinkPage {
  return LINK_PAGES.find((page) => ROUTES[page].path === path) ?? "password-reset";
}

function textsOf(locale: Locale): Partial<Messages> {
  const own = Object.entries(TEXTS).filter(([file]) => file.includes(`/${locale}/`));
  return Object.fromEntries(
    own.map(([file, texts]) => [file.slice(file.lastIndexOf("/") + 1, -".json".length), texts.default]),
  );
}
