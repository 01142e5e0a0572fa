import { renderToStaticMarkup } from "react-dom/server";
import { useTranslations } from "use-intl";
import { type Locale } from "#core/text/locale.ts";
import { App } from "./app/App.tsx";
import { Frame } from "./app/Frame.tsx";
import { usePage } from "./app/page-context.tsx";
import { NOT_STARTED_ELEMENT } from "#core/page/start-mistakes.ts";
import type { Messages, Namespace } from "./app/text.ts";
import { checkoutFiles, firstLoad, type FirstLoad, type Manifest } from "./assets.ts";
import type { Page } from "#contract/page.ts";
import { CHECKOUT_PAGES, type CheckoutPage } from "#core/steps/steps.ts";
import { checkoutPath, LINK_PAGES, ROUTES, type LinkPage } from "./site/paths.ts";
import { EXTENSION_PAGES } from "#extensions/pages.ts";
import { headOf } from "./shop/head.ts";
import { choiceStyle } from "./shop/product/TermChoice.tsx";
import { choicesOf } from "./shop/products.ts";
import { ShopPage } from "./shop/ShopPage.tsx";
import { AloneShell, CheckoutShell } from "./shop/shell/CheckoutShell.tsx";

export { plainScript } from "./assets.ts";

/** A rendered page: the HTML of its body, and what its head contains. */
export type Rendered = {
  readonly body: string;
  readonly title: string;
  readonly description: string;
  readonly head: string;
  /** Rules for the page's inline style element. */
  readonly style: string;
  readonly indexed: boolean;
};

/** The texts of all languages, compiled into the bundle. */
const TEXTS = import.meta.glob<{ default: Messages[Namespace] }>("../locales/*/{account,checkout,common,shop}.json", {
  eager: true,
});

/**
 * Renders a page; `path` has no locale prefix. Public pages are rendered completely, checkout pages as an outline that
 * the browser fills in.
 */
export async function render(page: Page, path: string): Promise<Rendered> {
  const { data } = page;
  const messages = textsOf(page.locale);
  const { title, description, tags, indexed } = headOf(page, messages);
  const body = renderToStaticMarkup(
    <App page={page} messages={messages}>
      <Frame path={path}>
        {data.kind === "checkout" ? <Outline path={path} messages={messages} /> : <ShopPage data={data} />}
      </Frame>
    </App>,
  );
  const style = data.kind === "product" ? choiceStyle(choicesOf(data.product, data.plans)) : "";
  return Promise.resolve({ body, title, description, head: tags, style, indexed });
}

/** Returns the files that a page loads first. */
export function assetsOf(manifest: Manifest, { data, locale }: Page, path: string): FirstLoad {
  if (data.kind === "checkout")
    return firstLoad(manifest, locale, checkoutPageOf(path) ?? extensionPageOf(path) ?? linkPageOf(path));
  const ahead =
    data.kind === "product" || data.kind === "link"
      ? checkoutFiles(manifest, locale, data.product.group === "prepaid" ? "3" : "1")
      : [];
  return { ...firstLoad(manifest, locale, "shop"), ahead };
}

function Outline({ path, messages }: { readonly path: string; readonly messages: Partial<Messages> }) {
  const page = checkoutPageOf(path);
  const titles = {
    "password-reset": messages.account?.reset.title,
    account: messages.account?.own.title,
    order: null,
    continue: null,
  };
  const title = extensionPageOf(path) ? null : titles[linkPageOf(path)];
  return (
    <>
      <NeedsScript />
      <NotStarted />
      {page ? <CheckoutShell page={page} /> : <AloneShell title={title} />}
    </>
  );
}

/** A notice that the checkout needs a script, with the phone number to call without one. */
function NeedsScript() {
  const t = useTranslations("shop.buy");
  const { brand } = usePage();
  return (
    <noscript>
      <p style={{ margin: 24, textAlign: "center", fontWeight: 650 }}>{t("noScript", { phone: brand.phone })}</p>
    </noscript>
  );
}

/**
 * A notice that the checkout's script did not load; `notStartedScript` shows it. The app replaces it along with the
 * rest of the outline.
 */
function NotStarted() {
  const t = useTranslations("shop.buy");
  const { brand } = usePage();
  return (
    <p id={NOT_STARTED_ELEMENT} role="alert" hidden style={{ margin: 24, textAlign: "center", fontWeight: 650 }}>
      {t("notStarted", { phone: brand.phone })}{" "}
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the same URL, with its query */}
      <a href="">{t("loadAgain")}</a>
    </p>
  );
}

function checkoutPageOf(path: string): CheckoutPage | null {
  return CHECKOUT_PAGES.find((page) => checkoutPath(page) === path) ?? null;
}

const extensionPageOf = (path: string) => EXTENSION_PAGES.find((page) => page.path === path) ?? null;

/**
 * Returns the page at a path that is not in the checkout, such as that of an emailed link. An unknown path, which
 * callers never pass, returns the password reset.
 */
function linkPageOf(path: string): LinkPage {
  return LINK_PAGES.find((page) => ROUTES[page].path === path) ?? "password-reset";
}

function textsOf(locale: Locale): Partial<Messages> {
  const own = Object.entries(TEXTS).filter(([file]) => file.includes(`/${locale}/`));
  return Object.fromEntries(
    own.map(([file, texts]) => [file.slice(file.lastIndexOf("/") + 1, -".json".length), texts.default]),
  );
}
