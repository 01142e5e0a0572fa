import { useQueryClient } from "@tanstack/react-query";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import { useCall } from "#desk/api/queries.ts";

/** Returns a function that ends the login, here and at the provider. */
export function useLogout(): () => Promise<void> {
  const queries = useQueryClient();
  const call = useCall();
  return async () => {
    const result = await call("logout", { body: {} });
    if (!result.ok && result.failure.name !== "loginNeeded") return;
    queries.clear();
    location.assign((result.ok && result.value.provider) || DESK_PAGES);
  };
}
