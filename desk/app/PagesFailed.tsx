import { CallFailed } from "#desk/api/queries.ts";
import { Failed } from "./Failed.tsx";

type Pages = {
  readonly error: Error | null;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
};

/** Why rows could not be fetched. `at`: above the rows that are there, or after them, where the following ones were asked for. */
export function PagesFailed({ pages, at }: { readonly pages: Pages; readonly at: "top" | "end" }) {
  const { error, isFetchNextPageError, refetch, fetchNextPage } = pages;
  const failedAt = isFetchNextPageError ? "end" : "top";
  if (!(error instanceof CallFailed) || at !== failedAt) return null;
  return <Failed failure={error.failure} onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())} />;
}
