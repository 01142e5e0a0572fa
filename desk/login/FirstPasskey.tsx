import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { LinkButton } from "#desk/kit/Button.tsx";
import { AddPasskey } from "./AddPasskey.tsx";
import { Alone } from "./Alone.tsx";
import { useLogout } from "./use-logout.ts";

/** Where passkeys are required: people without one add it before anything else. */
export function FirstPasskey({ onAdded }: { readonly onAdded: () => void }) {
  const t = useTexts("login");
  const frame = useTexts("frame");
  const logOut = useLogout();
  useTitle(t("passkey.first"));
  return (
    <Alone title={t("passkey.first")}>
      <p>{t("passkey.firstText")}</p>
      <AddPasskey onAdded={onAdded} />
      <p>
        <LinkButton onClick={() => logOut()}>{frame("logOut")}</LinkButton>
      </p>
    </Alone>
  );
}
