/**
 * How long other code has to move the focus itself, in ms: a closing dialog returns it to its opener, and a form moves
 * it to an error.
 */
const SETTLES_MS = 50;
const HEADINGS = "h1, h2, h3";
const REGIONS = "section, article, dialog, main";

/**
 * Keeps the focus near its position. If the focused element is removed or disabled, such as a button after its action,
 * browsers move the focus to the whole page, and the next Tab starts at the top (WCAG 2.4.3). This function moves the
 * focus to the heading of the nearest remaining region instead, which screen readers read. Returns a function that
 * stops this.
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
  const check = () => {
    if (!last || isUsable(last.element)) return;
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLES_MS);
  };
  // A click outside all controls means that the person has left the element, so its later removal must not move the
  // focus.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null && document.hasFocus()) timer = setTimeout(settle, SETTLES_MS);
  };
  const observer = new MutationObserver(check);
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

/**
 * Returns the heading of the first of these regions that is still on the page and has a heading; otherwise the page's
 * heading.
 */
function headingFor(around: readonly HTMLElement[]): HTMLElement | null {
  const left = around.filter((element) => element.isConnected && element.matches(REGIONS));
  const main = document.querySelector("main");
  const headings = [...left, document.body].map((region) => region.querySelector<HTMLElement>(HEADINGS));
  return headings.find((heading) => heading !== null) ?? main;
}

/** Focuses a heading. It is focusable only while it has the focus. */
function focusHeading(heading: HTMLElement | null): void {
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) {
    heading.tabIndex = -1;
    heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  }
  heading.focus();
}
