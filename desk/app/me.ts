import { createContext, useContext } from "react";
import type { Me } from "#contract/desk/people-answers.ts";
import type { DeskPermit } from "#core/desk/roles.ts";

const MeContext = createContext<Me | null>(null);
export const MeProvider = MeContext.Provider;

/** Returns the logged-in person. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error("useMe needs a MeProvider");
  return me;
}

/**
 * Whether the logged-in person has a permit. The server checks permits itself; this only hides what it would refuse.
 */
export function useHasPermit(permit: DeskPermit): boolean {
  return useMe().permits.includes(permit);
}

type Login = {
  /** Opens the login over the current page. */
  readonly logInAgain: () => void;
  /** The login has ended, so another person may be at the screen. */
  readonly hasEnded: boolean;
};
const LoginContext = createContext<Login | null>(null);
export const LoginProvider = LoginContext.Provider;

function useLogin(): Login {
  const login = useContext(LoginContext);
  if (!login) throw new Error("useLogin needs a LoginProvider");
  return login;
}

/** Returns a function that opens the login over the current page. */
export function useLoginAgain(): () => void {
  return useLogin().logInAgain;
}

/** Whether the login has ended, so that personal data must be removed from the screen. */
export function useHasLoginEnded(): boolean {
  return useLogin().hasEnded;
}
