/** The browser's guess about the connection (Network Information API), which only some browsers make. */
type WithConnection = Navigator & { readonly connection?: { readonly type?: string } };

/**
 * Whether this is probably a phone on mobile data. A guess that only decides whether a button is shown: browsers
 * without the Network Information API only tell that there is a touch screen.
 */
export function isProbablyOnMobileData(): boolean {
  const type = (navigator as WithConnection).connection?.type;
  if (type !== undefined && type !== "unknown") return type === "cellular";
  return matchMedia("(pointer: coarse)").matches;
}
