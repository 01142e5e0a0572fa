import { Alert } from "#web/kit/Alert.tsx";
import type { Failure } from "#desk/api/call.ts";
import { Button } from "#desk/kit/Button.tsx";
import { useFailureText } from "./names.ts";
import { useTexts } from "./texts.tsx";
import { CallFailed } from "#desk/api/queries.ts";
import { Component, type ReactNode } from "react";
import { tryAgain, useMissing } from "#web/kit/load-part.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { Waiting } from "#desk/kit/Waiting.tsx";

/** Shows why something could not be loaded, and offers a retry if that can help. */
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

type Pages = {
  readonly error: Error | null;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
};

/**
 * Shows why rows could not be fetched. `at`: where this is, above the loaded rows, or below them for a failed next
 * page.
 */
export function PagesFailed({ pages, at }: { readonly pages: Pages; readonly at: "top" | "end" }) {
  const { error, isFetchNextPageError, refetch, fetchNextPage } = pages;
  const failedAt = isFetchNextPageError ? "end" : "top";
  if (!(error instanceof CallFailed) || at !== failedAt) return null;
  return <Failed failure={error.failure} onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())} />;
}

/** Catches rendering errors, which are bugs, and offers to reload instead of showing an empty page. */
export class Broken extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}

function PageFailed() {
  const t = useTexts("frame");
  return (
    <main style={{ padding: 24 }}>
      <Alert tone="danger" actions={<Button onClick={() => location.reload()}>{t("reload")}</Button>}>
        {t("broken")}
      </Alert>
    </main>
  );
}

/** Instead of a page whose code is not there yet: a placeholder, or why it is missing. It appears by itself later. */
export function PageMissing() {
  const t = useTexts("frame");
  const missing = useMissing();
  if (missing === null) return <Waiting label={t("loading")} />;
  return missing === "lost" ? <Failed failure={{ name: "network" }} onRetry={tryAgain} /> : <PageFailed />;
}

/** Failures after which data from an earlier response must not stay visible. */
const ENDS: ReadonlySet<Failure["name"]> = new Set(["forbidden", "notFound"]);

type Props<Data> = {
  readonly answer: Pick<UseQueryResult<Data, CallFailed>, "data" | "error" | "refetch">;
  readonly children: (data: Data) => ReactNode;
};

/**
 * Shows a call's response, a placeholder until it arrives, or why the call failed. If a repeated call fails, the
 * earlier response stays below the failure, because a person may be typing there.
 */
export function Loaded<Data>({ answer: { data, error, refetch }, children }: Props<Data>) {
  const frame = useTexts("frame");
  if (data === undefined && !error) return <Waiting label={frame("loading")} />;
  // If the login has ended, a dialog above the page already asks for a new login.
  const isReported = error !== null && !(data !== undefined && error.failure.name === "loginNeeded");
  return (
    <>
      {isReported && <Failed failure={error.failure} onRetry={() => void refetch()} />}
      {data !== undefined && !(error && ENDS.has(error.failure.name)) && children(data)}
    </>
  );
}
