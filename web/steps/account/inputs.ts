import { useState } from "react";

type Values = {
  readonly username: string;
  readonly phone: string;
  readonly code: string;
  /** The handle of the code that was sent, and its number; null before that. */
  readonly sent: { readonly id: string; readonly to: string } | null;
};
export type AccountInputs = Values & { readonly update: (change: Partial<Values>) => void };

/** The inputs of step 3, shared by its forms; never a password. `username`: the initial e-mail. */
export function useAccountInputs(username: string): AccountInputs {
  const [values, setValues] = useState<Values>({ username, phone: "", code: "", sent: null });
  return { ...values, update: (change) => setValues((old) => ({ ...old, ...change })) };
}
