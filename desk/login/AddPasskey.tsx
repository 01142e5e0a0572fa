import { useState } from "react";
import { Alert } from "#web/kit/Alert.tsx";
import { canHavePasskeys, createPasskey } from "#web/kit/passkey.ts";
import type { Failure } from "#desk/api/call.ts";
import { useCall } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Alone } from "./LoginPage.tsx";
import { LogOut } from "./LogOut.tsx";

const NOT_ADDED = {
  present: "passkey.present",
  cancelled: "passkey.notAdded",
  failed: "passkey.failed",
} as const;

type Props = {
  readonly onAdded: () => void;
  /** Called if the login is too old to add a passkey. */
  readonly onTooOld?: () => void;
};

/** A button that creates a passkey on this device and adds it to the account. */
export function AddPasskey({ onAdded, onTooOld }: Props) {
  const t = useTexts("login");
  const textOf = useFailureText();
  const call = useCall();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const refuse = (failure: Failure) => {
    if (failure.name === "loginTooOld" && onTooOld) onTooOld();
    else setError(textOf(failure));
  };
  const add = async () => {
    const options = await call("passkeyOptions", { body: {} });
    if (!options.ok) return refuse(options.failure);
    const made = await createPasskey(options.value);
    if (!made.ok) return setError(t(NOT_ADDED[made.why]));
    const result = await call("addPasskey", { body: made.answer });
    if (result.ok) onAdded();
    else refuse(result.failure);
  };
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    await add();
    setBusy(false);
  };
  if (!canHavePasskeys("create")) return <Alert tone="warn">{t("passkey.impossible")}</Alert>;
  return (
    <>
      {error && <Alert tone="warn">{error}</Alert>}
      <div>
        <Button tone="main" aria-busy={busy} onClick={() => press()}>
          {t("passkey.add")}
        </Button>
      </div>
    </>
  );
}

/** The page for people without a passkey at a desk that requires one: they must add one first. */
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
