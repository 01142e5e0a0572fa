import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { AddPasskey } from "./AddPasskey.tsx";
import { Alone } from "./Alone.tsx";
import { LogOut } from "./LogOut.tsx";

/** Where passkeys are required: people without one add it before anything else. */
export function FirstPasskey({ onAdded }: { readonly onAdded: () => void }) {
  const t = useTexts("login");
  useTitle(t("passkey.first"));
  return (
    <Alone title={t("passkey.first")}>
      <p>{t("passkey.firstText")}</p>
      <AddPasskey onAdded={onAdded} />
      <LogOut asLink />
    </Alone>
  );
}
