import { person, timeLeft, token } from "./login.ts";
import { browserStorage, tabStorage } from "./storage.ts";

/**
 * Stores a login that has just begun.
 *
 * @param name the person's name, e-mail or phone number, which pages show; empty if none is known
 */
export function storeToken(value: string, name: string): void {
  tabStorage.write("token", value);
  tabStorage.write("person", name);
  const now = Date.now();
  browserStorage.write("token-since", String(now));
  browserStorage.write("token-used", String(now));
}

/** Stores a better name of the person who is logged in. */
export function namePerson(name: string): void {
  if (token() !== null && name !== "") tabStorage.write("person", name);
}

/** Returns like `person()` who is logged in, and null once the login is too old. */
export function personNow(): string | null {
  return (timeLeft()?.left ?? 0) > 0 ? person() : null;
}
