/** The next picture is on the screen: a press is seen to be heard before the work of it begins. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A hidden tab draws nothing.
    setTimeout(resolve, 100);
  });
}
