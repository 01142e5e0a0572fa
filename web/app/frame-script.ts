import { isLocale } from "#core/text/locale.ts";
import { keepLocale } from "#web/session/locale.ts";
import { inLocale } from "#web/site/paths.ts";

/** Adds to the page's frame what links alone cannot do. Call it once. */
export function startFrame(): void {
  const menu = document.querySelector<HTMLDetailsElement>("[data-languages]");
  if (menu) startLanguages(menu);
}

/**
 * The language links lead to the address as it is now, because the checkout changes it without a new page. A choice is stored. A press
 * outside or Escape closes the menu.
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
    keepLocale(locale);
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
    // The focused link is hidden now.
    if (inside) menu.querySelector("summary")?.focus();
  };
  document.addEventListener("pointerdown", close);
  document.addEventListener("keydown", close);
}
