import { useTranslations } from "use-intl";
import { CALL_TIMEOUT_MS } from "#web/api/request.ts";
import { Button } from "#web/kit/Button.tsx";
import { StaticDialog } from "#web/kit/StaticDialog.tsx";

/**
 * The reason why the checkout could not start, with a retry button. In the page from the start, because the connection
 * might be lost.
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
  /** The title, and the text by the failure's key, if the server was not reached. */
  readonly network: { readonly title: string; readonly texts: Readonly<Record<string, string>> };
  /** The title of any other failure, and the text of one without a message. */
  readonly title: string;
  readonly text: string;
};

export const FAILURE_DIALOG = "buy-failure";
/** Placeholder for the status of the server's answer. */
export const STATUS = "{status}";
