/** Resolves after the next paint, or after 100 ms at the latest, so that a press is visible before its work starts. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A hidden tab never paints.
    setTimeout(resolve, 100);
  });
}

/** Like `afterPaint`, but also shows the button as pressed in that frame, even if it was pressed by key. */
export async function afterPressedPaint(button: HTMLElement | null): Promise<void> {
  button?.setAttribute("data-pressed", "");
  await afterPaint();
  button?.removeAttribute("data-pressed");
}
