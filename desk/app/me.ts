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
