import { browserStorage } from "./storage.ts";

/** The checkout, customer and version of the terms that a tick belongs to. It is not valid for any other. */
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

/** Removes a checkout's tick for the terms. */
export function forgetTick(checkout: string): void {
  if (browserStorage.read("terms")?.startsWith(`${checkout} `)) browserStorage.remove("terms");
}
