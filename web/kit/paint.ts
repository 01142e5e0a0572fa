/** Resolves after the next paint, at the latest after 100 ms, so that a press is visible before its work begins. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A hidden tab never paints.
    setTimeout(resolve, 100);
  });
}

/** As `afterPaint`, with the button shown as pressed in that frame, also after a press of a key. */
export async function afterPressedPaint(button: HTMLElement | null): Promise<void> {
  button?.setAttribute("data-pressed", "");
  await afterPaint();
  button?.removeAttribute("data-pressed");
}
