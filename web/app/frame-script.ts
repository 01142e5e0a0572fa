import { isLocale } from "#core/text/locale.ts";
import { storeLocale } from "#web/session/locale.ts";
import { inLocale } from "#web/site/paths.ts";

/**
 * Adds behaviour to the page's frame that links alone cannot provide. Call it once. `person`: returns who is logged in,
 * empty if no name is known, null if nobody is.
 */
export function startFrame(person: () => string | null): void {
  const menu = document.querySelector<HTMLDetailsElement>("[data-languages]");
  if (menu) startLanguages(menu);
  // Pages are the same for everybody, so only a script can show who is logged in.
  const word = document.querySelector<HTMLElement>("[data-own]");
  const logIn = word?.textContent ?? "";
  const show = () => {
    const name = person();
    if (word) word.textContent = name === null ? logIn : name || (word.dataset["own"] ?? "");
  };
  show();
  // The focus moves to the heading after each step, login and logout.
  addEventListener("focusin", show);
  // A page from the back/forward cache is as it was before the logout.
  addEventListener("pageshow", show);
}

/**
 * Keeps the language links pointing to the current URL, because the checkout changes it without loading a page. Stores
 * the chosen language. Closes the menu on Escape or a press outside.
 */
function startLanguages(menu: HTMLDetailsElement): void {
  const links = [...menu.querySelectorAll("a")];
  const update = () => {
    for (const link of links) {
      const { locale } = link.dataset;
      if (isLocale(locale)) link.href = inLocale(locale, location.pathname) + location.search;
    }
  };
  const keep = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const locale = link?.dataset["locale"];
    if (!isLocale(locale)) return;
    update();
    storeLocale(locale);
  };
  update();
  menu.addEventListener("toggle", update);
  menu.addEventListener("click", keep);
  menu.addEventListener("auxclick", keep);

  const close = (event: Event) => {
    const inside = event.target instanceof Node && menu.contains(event.target);
    const escape = event instanceof KeyboardEvent && event.key === "Escape";
    if (!menu.open || (inside && !escape)) return;
    menu.open = false;
    // The focused link is now hidden, so the focus moves to the menu's button.
    if (inside) menu.querySelector("summary")?.focus();
  };
  document.addEventListener("pointerdown", close);
  document.addEventListener("keydown", close);
}
