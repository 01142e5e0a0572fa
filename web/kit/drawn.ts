/** The next picture is on the screen: a press is seen to be heard before the work of it begins. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A hidden tab draws nothing.
    setTimeout(resolve, 100);
  });
}

/** As `drawn`, with the button looking pressed in that picture, by whichever key or finger it was. */
export async function drawnAsPressed(button: HTMLElement | null): Promise<void> {
  button?.setAttribute("data-pressed", "");
  await drawn();
  button?.removeAttribute("data-pressed");
}
