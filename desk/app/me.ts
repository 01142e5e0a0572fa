import { createContext, useContext } from "react";
import type { Me } from "#contract/desk/people-answers.ts";
import type { DeskPermit } from "#core/desk/roles.ts";

const MeContext = createContext<Me | null>(null);
export const MeProvider = MeContext.Provider;

/** Who is logged in. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error("useMe needs a MeProvider");
  return me;
}

/** Whether the person who is logged in has a permit. The server decides; this only hides what it would refuse. */
export function useMay(permit: DeskPermit): boolean {
  return useMe().permits.includes(permit);
}

type Login = {
  /** Opens the login over the present page. */
  readonly again: () => void;
  /** The login has ended, and whoever is at the screen may be somebody else. */
  readonly hasEnded: boolean;
};
const LoginContext = createContext<Login | null>(null);
export const LoginProvider = LoginContext.Provider;

function useLogin(): Login {
  const login = useContext(LoginContext);
  if (!login) throw new Error("useLogin needs a LoginProvider");
  return login;
}

/** A function that opens the login over the present page. */
export function useLoginAgain(): () => void {
  return useLogin().again;
}

/** Whether the login has ended, so that nothing personal may stay on the screen. */
export function useHasLoginEnded(): boolean {
  return useLogin().hasEnded;
}
