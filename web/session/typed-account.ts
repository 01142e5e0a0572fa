import { privateStorage } from "./storage.ts";

/** The input and choices of step 3, which survive a reload. Never contains a password or a code from a text message. */
export type TypedAccount = {
  readonly mode: "login" | "register";
  readonly way: "sms" | "password";
  readonly username: string;
  readonly phone: string;
  /** Whether a reminder by mail is ticked. */
  readonly remind: boolean;
  /** The id of the code that was sent, and the phone number that it was sent to; null if no code was sent yet. */
  readonly sent: { readonly id: string; readonly to: string } | null;
};

export function readTypedAccount(): Partial<TypedAccount> {
  try {
    return JSON.parse(privateStorage.read("account-typed") ?? "{}") as Partial<TypedAccount>;
  } catch {
    return {};
  }
}

export function storeTypedAccount({ mode, way, username, phone, remind, sent }: TypedAccount): void {
  privateStorage.write("account-typed", JSON.stringify({ mode, way, username, phone, remind, sent }));
}

/** Call it after a login or a registration. */
export function forgetTypedAccount(): void {
  privateStorage.remove("account-typed");
}
