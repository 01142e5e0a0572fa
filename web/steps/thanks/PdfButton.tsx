import { useState } from "react";
import { useTranslations } from "use-intl";
import { downloadConfirmation } from "#web/api/download.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";

/** Downloads the confirmation as a PDF. */
export function PdfButton({ number }: { readonly number: string }) {
  const t = useTranslations("order.pdf");
  const [state, setState] = useState<"ready" | "making" | "failed">("ready");
  const download = async () => {
    if (state === "making") return;
    setState("making");
    setState((await downloadConfirmation(t("file", { number }))) ? "ready" : "failed");
  };
  return (
    <>
      <Button variant="ghost" onClick={() => void download()} aria-disabled={state === "making" || undefined}>
        {t(state === "making" ? "making" : "button")}
      </Button>
      {state === "failed" && <Alert tone="warn">{t("failed")}</Alert>}
    </>
  );
}
