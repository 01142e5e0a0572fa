import "#web/styles/tokens.css";
import "#web/styles/base.css";
import "./kit/desk.css";
import { createRoot } from "react-dom/client";
import { initialLocale, loadTexts } from "./app/texts.tsx";
import { Desk } from "./Desk.tsx";

const element = document.getElementById("desk");
if (!element) throw new Error("The page has no element #desk");

/**
 * Renders the desk. A function instead of a top-level await: an awaited chunk might import this one, which would
 * deadlock.
 */
async function start(root: HTMLElement): Promise<void> {
  const locale = initialLocale();
  createRoot(root).render(
    <Desk
      brand={root.dataset["brand"] ?? ""}
      runs={root.dataset["runs"] ?? ""}
      first={{ locale, texts: await loadTexts(locale) }}
    />,
  );
}

void start(element);
