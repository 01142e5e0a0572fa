import { useState } from "react";
import { useTranslations } from "use-intl";
import { downloadDocument, type OrderDocument } from "#web/api/download.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";

const TEXTS = {
  confirmation: { file: "file", button: "button" },
  transferAuthority: { file: "authority.file", button: "authority.button" },
} as const satisfies Record<OrderDocument, object>;

/** A button that downloads a document of the order as a PDF. */
export function PdfButton({ document, number }: { readonly document: OrderDocument; readonly number: string }) {
  const t = useTranslations("order.pdf");
  const [state, setState] = useState<"ready" | "making" | "failed">("ready");
  const { file, button } = TEXTS[document];
  const download = async () => {
    if (state === "making") return;
    setState("making");
    setState((await downloadDocument(document, t(file, { number }))) ? "ready" : "failed");
  };
  return (
    <>
      <Button variant="ghost" onClick={() => void download()} aria-disabled={state === "making" || undefined}>
        {t(state === "making" ? "making" : button)}
      </Button>
      {state === "failed" && <Alert tone="warn">{t("failed")}</Alert>}
    </>
  );
}
