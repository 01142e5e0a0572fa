/** What `web/early-press.ts` and the page's own script tell each other. */
export type EarlyPress = {
  /** The page's own script runs: presses are its own from now on. */
  kasseAwake?: true;
  /** Hands over whether the button was pressed before, and listens no more. */
  kasseTakePress?: () => boolean;
};

/** Whether the button was pressed before this script was here. Asked once. */
export function takeEarlyPress(): boolean {
  const page = globalThis as EarlyPress;
  page.kasseAwake = true;
  return page.kasseTakePress?.() ?? false;
}
