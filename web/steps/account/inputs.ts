import { useEffect, useState } from "react";
import { hasLoggedInBefore } from "#web/session/login.ts";
import { keepTypedAccount, readTypedAccount, type TypedAccount } from "#web/session/typed-account.ts";

type Values = TypedAccount & { readonly code: string };
export type AccountMode = TypedAccount["mode"];
export type AccountInputs = Values & { readonly update: (change: Partial<Values>) => void };

/**
 * Returns the inputs of step 3, shared by its forms; never a password. They survive a reload. `email`: the initial
 * e-mail. In a browser without an earlier login, the registration is open initially.
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
