import { browserStorage } from "./storage.ts";

/** The customer and checkout that a tick belongs to, and the version of the terms. It does not count for any other. */
export type TickOwner = { readonly checkout: string | null; readonly email: string; readonly version: string };

const asText = ({ checkout, email, version }: TickOwner) => `${checkout} ${email} ${version}`;

/** Whether this customer ticked these terms in this checkout. */
export function readTick(owner: TickOwner): boolean {
  return browserStorage.read("terms") === asText(owner);
}

export function storeTick(owner: TickOwner, ticked: boolean): void {
  if (ticked) browserStorage.write("terms", asText(owner));
  else if (readTick(owner)) browserStorage.remove("terms");
}

/** Removes the tick of a checkout. */
export function forgetTick(checkout: string): void {
  if (browserStorage.read("terms")?.startsWith(`${checkout} `)) browserStorage.remove("terms");
}
