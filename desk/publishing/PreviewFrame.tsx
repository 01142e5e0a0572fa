import { useState, type RefObject } from "react";
import { FAILURE_ATTRIBUTE, PREVIEW_FAILURES, type PreviewFailure } from "#contract/desk/preview.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import styles from "./PreviewPage.module.css";

type Failure = PreviewFailure | "failed";

/** The button to offer for each failure; null if the page's fields and links are enough. */
const REMEDIES: Readonly<Record<Failure, "retry" | "back" | null>> = {
  loginNeeded: "retry",
  passkeyMissing: null,
  forbidden: null,
  notFound: null,
  nothingOnSale: null,
  draftWrong: null,
  notPreviewed: "back",
  failed: "retry",
};

type Props = {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly address: string;
  /** Width in px; null for the full width of the page. */
  readonly width: number | null;
};

/**
 * A preview in a frame, or an explanation why there is none. The surrounding page shows the explanation, because
 * scripts are disabled in the frame.
 */
export function PreviewFrame({ frame, address, width }: Props) {
  const t = useTexts("publishing");
  const words = useTexts("frame");
  const failures = useTexts("failures");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  const remedy = failure && REMEDIES[failure];
  const sentenceOf = (why: Failure) =>
    why === "loginNeeded" || why === "forbidden" || why === "passkeyMissing"
      ? failures(why)
      : t(`preview.failures.${why}`);
  return (
    <>
      {failure && (
        <Alert
          tone="warn"
          actions={
            remedy && (
              <Button onClick={() => (remedy === "back" ? history.back() : setTries((before) => before + 1))}>
                {remedy === "back" ? t("preview.back") : words("retry")}
              </Button>
            )
          }
        >
          {sentenceOf(failure)}
        </Alert>
      )}
      <div hidden={failure !== null}>
        <Panel bare className={styles.stage}>
          <iframe
            ref={frame}
            key={`${address} ${tries}`}
            src={address}
            title={t("preview.frame")}
            sandbox="allow-same-origin"
            className={styles.frame}
            style={{ width: width ?? "100%" }}
            onLoad={(event) => setFailure(failureIn(event.currentTarget.contentDocument))}
          />
        </Panel>
      </div>
    </>
  );
}

/**
 * Returns why a frame shows no page of the shop; null if it shows one. Without a connection, the browser shows a page
 * of its own, which cannot be read.
 */
function failureIn(shown: Document | null): Failure | null {
  if (!shown || shown.contentType === "application/json") return "failed";
  const named = shown.documentElement.getAttribute(FAILURE_ATTRIBUTE);
  return named !== null && named in PREVIEW_FAILURES ? (named as PreviewFailure) : null;
}
