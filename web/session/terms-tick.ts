import { browserStorage } from "./storage.ts";

/** The stored tick names checkout and customer: it does not count for any other. */
const ownerOf = (checkout: string | null, email: string) => `${checkout} ${email}`;

/** Whether this customer ticked the terms in this checkout. */
export function readTick(checkout: string | null, email: string): boolean {
  return browserStorage.read("terms") === ownerOf(checkout, email);
}

export function keepTick(checkout: string | null, email: string, ticked: boolean): void {
  if (ticked) browserStorage.write("terms", ownerOf(checkout, email));
  else if (readTick(checkout, email)) browserStorage.remove("terms");
}

/** Removes the tick of a checkout. */
export function forgetTick(checkout: string): void {
  if (browserStorage.read("terms")?.startsWith(`${checkout} `)) browserStorage.remove("terms");
}
