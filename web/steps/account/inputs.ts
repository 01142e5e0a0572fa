import { useEffect, useState } from "react";
import { hasLoggedInBefore } from "#web/session/login.ts";
import { keepTypedAccount, readTypedAccount, type TypedAccount } from "#web/session/typed-account.ts";

type Values = TypedAccount & { readonly code: string };
export type AccountMode = TypedAccount["mode"];
export type AccountInputs = Values & { readonly update: (change: Partial<Values>) => void };

/**
 * The inputs of step 3, shared by its forms; never a password. They stay after a reload. `email`: the initial e-mail. A browser
 * that knows no login begins with the registration.
 */
export function useAccountInputs(email: string): AccountInputs {
  const [values, setValues] = useState<Values>(() => ({
    mode: email || hasLoggedInBefore() ? "login" : "register",
    way: email ? "password" : "sms",
    username: email,
    phone: "",
    sent: null,
    ...readTypedAccount(),
    code: "",
  }));
  useEffect(() => keepTypedAccount(values), [values]);
  return { ...values, update: (change) => setValues((old) => ({ ...old, ...change })) };
}
