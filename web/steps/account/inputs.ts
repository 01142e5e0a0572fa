import { useState } from "react";

type Values = {
  readonly username: string;
  readonly phone: string;
  readonly code: string;
  /** The handle of the code that was sent, and to which number. */
  readonly sent: { readonly id: string; readonly to: string } | null;
};
export type Typed = Values & { readonly type: (change: Partial<Values>) => void };

/** What was typed into the forms of step 3, whichever of them is shown, the e-mail from before; no password is among it. */
export function useTyped(username: string): Typed {
  const [values, setValues] = useState<Values>({ username, phone: "", code: "", sent: null });
  return { ...values, type: (change) => setValues((old) => ({ ...old, ...change })) };
}
