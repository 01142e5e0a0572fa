import "./styles/tokens.css";
import "./styles/base.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { loadMessages, namespacesOf } from "./app/messages.ts";
import { readPage, ROOT_ELEMENT } from "./site/page.ts";
import { loadShopPage } from "./shop/load.tsx";

const page = readPage();
const root = document.getElementById(ROOT_ELEMENT);
if (!root) throw new Error(`The page has no element #${ROOT_ELEMENT}`);

/** No top-level await: an awaited chunk may import from this one, which would deadlock. */
async function start(element: HTMLElement): Promise<void> {
  const { data, locale } = page;
  const kind = data.kind === "checkout" ? "checkout" : "shop";
  const [messages, area] = await Promise.all([
    loadMessages(locale, namespacesOf(kind)),
    data.kind === "checkout"
      ? import("./BrowserRoutes.tsx").then(({ default: BrowserRoutes }) => <BrowserRoutes />)
      : loadShopPage(data),
  ]);
  const app = (
    <App page={page} messages={messages}>
      {area}
    </App>
  );
  // Public pages are hydrated; the outline of a checkout page is replaced.
  // In a transition React renders in small slices, so that the browser can respond to input in between.
  startTransition(() => {
    if (kind === "shop" && element.hasChildNodes()) hydrateRoot(element, app);
    else createRoot(element).render(app);
  });
}
void start(root);
