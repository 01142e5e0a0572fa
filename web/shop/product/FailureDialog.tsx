import { useTranslations } from "use-intl";
import { CALL_TIMEOUT_MS } from "#web/api/request.ts";
import { Button } from "#web/kit/Button.tsx";
import { StaticDialog } from "#web/kit/StaticDialog.tsx";

/**
 * Explains why the checkout could not start, with a retry button. The page contains it from the start, because the
 * connection may be lost later.
 */
export function FailureDialog() {
  const t = useTranslations("common");
  const texts: FailureTexts = {
    network: {
      title: t("network.title"),
      texts: {
        "Network Error": t("network.Network Error"),
        "Request aborted": t("network.Request aborted"),
        "timeout of N ms exceeded": t("network.timeout of N ms exceeded", { seconds: CALL_TIMEOUT_MS / 1000 }),
        "Request failed with status code N": t("network.Request failed with status code N", { number: STATUS }),
      },
    },
    title: t("messages.title"),
    text: t("messages.error"),
  };
  return (
    <StaticDialog
      id={FAILURE_DIALOG}
      tone="warn"
      title={texts.title}
      closeLabel={t("close")}
      data={{ "data-texts": JSON.stringify(texts) }}
      actions={
        <>
          <Button type="submit" value="retry">
            {t("retry")}
          </Button>
          <Button type="submit" variant="ghost">
            {t("close")}
          </Button>
        </>
      }
    />
  );
}

/** The texts of the dialog that `buy-script.ts` opens, in the page's language. */
export type FailureTexts = {
  /** If the server was not reached: the title, and a text for each failure key. */
  readonly network: { readonly title: string; readonly texts: Readonly<Record<string, string>> };
  /** The title for all other failures; `text` is for those without a message. */
  readonly title: string;
  readonly text: string;
};

export const FAILURE_DIALOG = "buy-failure";
/** Placeholder for the status of the server's response. */
export const STATUS = "{status}";
