/**
 * For how long something else may take the focus first, in ms: a dialog that closes gives it back to what opened it, and a form gives it to a
 * mistake.
 */
const SETTLES_MS = 50;
const HEADINGS = "h1, h2, h3";
const REGIONS = "section, article, dialog, main";

/**
 * Keeps the focus where somebody works. When what has the focus leaves the page or is disabled, as a button does that has done its work, browsers give
 * the focus to the whole page, and the next Tab begins at its top (WCAG 2.4.3). Here it goes to the heading of the nearest region that is left, which
 * screen readers read. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  let last: { readonly element: HTMLElement; readonly around: readonly HTMLElement[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = { element: target, around: ancestorsOf(target) };
  };
  const settle = () => {
    if (!last || document.activeElement !== document.body) return;
    if (isUsable(last.element)) last = null;
    else focusHeading(headingFor(last.around));
  };
  const look = () => {
    if (!last || isUsable(last.element)) return;
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLES_MS);
  };
  // Somebody who clicks beside everything leaves the element, which may go later without a consequence.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null && document.hasFocus()) timer = setTimeout(settle, SETTLES_MS);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", note);
  document.addEventListener("focusout", leave);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", note);
    document.removeEventListener("focusout", leave);
  };
}

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(":disabled");

function ancestorsOf(element: HTMLElement): readonly HTMLElement[] {
  const parent = element.parentElement;
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}

/** The heading of the first of these regions that is left and has one, otherwise the page's. */
function headingFor(around: readonly HTMLElement[]): HTMLElement | null {
  const left = around.filter((element) => element.isConnected && element.matches(REGIONS));
  const main = document.querySelector("main");
  const headings = [...left, document.body].map((region) => region.querySelector<HTMLElement>(HEADINGS));
  return headings.find((heading) => heading !== null) ?? main;
}

/** Gives a heading the focus. It can be focused only as long as it has it. */
function focusHeading(heading: HTMLElement | null): void {
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) {
    heading.tabIndex = -1;
    heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  }
  heading.focus();
}
