import { privateStorage } from "./storage.ts";

/** The input and choices of step 3, which survive a reload. Never a password, and never the code of a text message. */
export type TypedAccount = {
  readonly mode: "login" | "register";
  readonly way: "sms" | "password";
  readonly username: string;
  readonly phone: string;
  /** The handle of the code that was sent, and the phone number; null before that. */
  readonly sent: { readonly id: string; readonly to: string } | null;
};

export function readTypedAccount(): Partial<TypedAccount> {
  try {
    return JSON.parse(privateStorage.read("account-typed") ?? "{}") as Partial<TypedAccount>;
  } catch {
    return {};
  }
}

export function keepTypedAccount({ mode, way, username, phone, sent }: TypedAccount): void {
  privateStorage.write("account-typed", JSON.stringify({ mode, way, username, phone, sent }));
}

/** Called after a login or a registration. */
export function forgetTypedAccount(): void {
  privateStorage.remove("account-typed");
}
