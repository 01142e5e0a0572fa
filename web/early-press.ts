import type { EarlyPress } from "./shop/product/early-press.ts";

/**
 * Runs before the page's own script has loaded: records a press on a button marked `data-early`, marks the button as busy, and
 * hands the press to that script. A small entry of its own, so that it loads first.
 */
const page = globalThis as EarlyPress;
if (!page.kasseHydrated) {
  let pressed = false;
  const keep = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-early]") : null;
    if (!button) return;
    pressed = true;
    button.setAttribute("aria-busy", "true");
  };
  document.addEventListener("click", keep, true);
  page.kasseTakePress = () => {
    document.removeEventListener("click", keep, true);
    document.querySelector("button[data-early]")?.removeAttribute("aria-busy");
    return pressed;
  };
}
