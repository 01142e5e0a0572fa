import { useState } from "react";
import { useTranslations } from "use-intl";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { addPasskey, passkeyMessage } from "./browser.ts";

/** Adds a passkey to the logged-in customer's account, and shows whether that worked. */
export function AddPasskey({ onAdded }: { readonly onAdded?: () => void }) {
  const t = useTranslations();
  const [outcome, setOutcome] = useState<{ readonly tone: "good" | "warn"; readonly text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (busy) return;
    setBusy(true);
    setOutcome(null);
    const result = await addPasskey();
    setBusy(false);
    if (!result.ok) {
      const texts = {
        present: t("account.passkeys.present"),
        cancelled: t("account.passkeys.cancelled"),
        failed: t("account.passkeys.failed"),
        error: t("common.messages.error"),
      };
      return setOutcome({ tone: "warn", text: passkeyMessage(result.failure, texts) });
    }
    setOutcome({ tone: "good", text: t("account.passkeys.added") });
    onAdded?.();
  };
  return (
    <>
      <Button variant="ghost" compact aria-disabled={busy || undefined} onClick={() => void add()}>
        {t("account.passkeys.add")}
      </Button>
      {outcome && <Alert tone={outcome.tone}>{outcome.text}</Alert>}
    </>
  );
}
