import { Alert } from "#web/kit/Alert.tsx";
import type { Failure } from "#desk/api/call.ts";
import { Button } from "#desk/kit/Button.tsx";
import { useFailureText } from "./failure-text.ts";
import { useTexts } from "./texts.tsx";

/** Shows why something could not be loaded, and offers a retry where that may help. */
export function Failed({ failure, onRetry }: { readonly failure: Failure; readonly onRetry?: () => void }) {
  const t = useTexts("frame");
  const textOf = useFailureText();
  const mayHelp = failure.name !== "forbidden" && failure.name !== "notFound";
  return (
    <Alert
      tone={failure.name === "notFound" ? "info" : "warn"}
      actions={onRetry && mayHelp && <Button onClick={onRetry}>{t("retry")}</Button>}
    >
      {textOf(failure)}
    </Alert>
  );
}
