import type { Page } from "@playwright/test";

/** Describes each element that is cut off, sticks out, covers text or is too small to hit (24 px). */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const faults: string[] = [];
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.textContent ?? "").trim().slice(0, 40)}"`;
    const hidden = (element: Element) => {
      const { width: w, height: h } = element.getBoundingClientRect();
      return w <= 1 || h <= 1 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    /** Whether an element is inside one that scrolls sideways on purpose, or hides its overflow. */
    const clipped = (element: Element): boolean => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== "visible") return true;
      }
      return false;
    };
    if (document.documentElement.scrollWidth > width)
      faults.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} in ${width} px`);
    for (const element of document.querySelectorAll("body *")) {
      if (hidden(element) || element.closest("svg, select, [aria-hidden=true]")) continue;
      const ownText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (ownText && !clipped(element) && (box.right > width + 1 || box.left < -1))
        faults.push(
          `${nameOf(element)} sticks out: ${Math.round(box.left)} to ${Math.round(box.right)} of ${width} px`,
        );
      if (
        ownText &&
        style.display !== "inline" &&
        element.scrollWidth > element.clientWidth + 1 &&
        style.textOverflow !== "ellipsis"
      )
        faults.push(`${nameOf(element)} is wider than its box: ${element.scrollWidth} in ${element.clientWidth} px`);
      const control = element.matches("button, a, [role=tab], [role=option], summary");
      if (control && style.display !== "inline" && (box.width < 24 || box.height < 24))
        faults.push(`${nameOf(element)} is a target of ${Math.round(box.width)} x ${Math.round(box.height)} px`);
    }
    const inFlow = (element: Element): boolean => {
      for (let up: Element | null = element; up; up = up.parentElement)
        if (["fixed", "sticky", "absolute"].includes(getComputedStyle(up).position)) return false;
      return true;
    };
    const controls = [...document.querySelectorAll("button, a, input, select")].filter(
      (each) => !hidden(each) && inFlow(each),
    );
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent || !walker.currentNode.textContent?.trim() || hidden(parent) || !inFlow(parent)) continue;
      if (parent.closest("svg, select, script, style, noscript")) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const text of range.getClientRects()) {
        const over = controls.find((control) => {
          const box = control.getBoundingClientRect();
          const apart =
            box.left >= text.right - 2 ||
            box.right <= text.left + 2 ||
            box.top >= text.bottom - 4 ||
            box.bottom <= text.top + 4;
          return !apart && !control.contains(parent) && !clipped(control);
        });
        if (over) faults.push(`${nameOf(over)} covers ${nameOf(parent)}`);
      }
    }
    return faults;
  });
}
