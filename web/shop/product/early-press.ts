/** Globals that `web/early-press.ts` and the page's own script share. */
export type EarlyPress = {
  /** Set once the page's own script handles presses. */
  kasseHydrated?: true;
  /** Returns whether the button was pressed, and stops listening. */
  kasseTakePress?: () => boolean;
};

/** Whether the button was pressed before this script had loaded. Call it once. */
export function takeEarlyPress(): boolean {
  const page = globalThis as EarlyPress;
  page.kasseHydrated = true;
  return page.kasseTakePress?.() ?? false;
}
