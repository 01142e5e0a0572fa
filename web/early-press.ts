import type { EarlyPress } from "./shop/product/early-press.ts";

/**
 * Runs before the page's own script has come over a slow network: keeps a press on a button marked `data-early` until
 * that script asks for it, and shows that it was heard. Loaded on its own, as small as it is.
 */
const page = globalThis as EarlyPress;
if (!page.kasseAwake) {
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
