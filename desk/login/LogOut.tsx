import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import type { Failure } from "#desk/api/call.ts";
import { useCall } from "#desk/api/queries.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { Button, TextButton } from "#desk/kit/Button.tsx";

/**
 * A button that ends the login, here and at the identity provider. Reports a failure, because otherwise the next person
 * at this screen would be logged in.
 */
export function LogOut({ asLink = false }: { readonly asLink?: boolean }) {
  const t = useTexts("frame");
  const queries = useQueryClient();
  const call = useCall();
  const [failure, setFailure] = useState<Failure | null>(null);
  const logOut = async () => {
    setFailure(null);
    const result = await call("logout", { body: {} });
    if (!result.ok && result.failure.name !== "loginNeeded") return setFailure(result.failure);
    queries.clear();
    location.assign((result.ok && result.value.provider) || DESK_PAGES);
  };
  return (
    <>
      {asLink ? (
        // In a paragraph, so that the link is only as wide as its text.
        <p>
          <TextButton onClick={logOut}>{t("logOut")}</TextButton>
        </p>
      ) : (
        <Button onClick={logOut}>{t("logOut")}</Button>
      )}
      {failure && <Failed failure={failure} />}
    </>
  );
}
