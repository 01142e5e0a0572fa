import type { ReactNode } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { CallFailed } from "#desk/api/queries.ts";
import type { Failure } from "#desk/api/call.ts";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { Failed } from "./Failed.tsx";
import { useTexts } from "./texts.tsx";

/** Failures after which what was shown before must not stay. */
const ENDS: ReadonlySet<Failure["name"]> = new Set(["forbidden", "notFound"]);

type Props<Data> = {
  readonly answer: Pick<UseQueryResult<Data, CallFailed>, "data" | "error" | "refetch">;
  readonly children: (data: Data) => ReactNode;
};

/**
 * Shows what a call has answered, that it is under way, or why it failed. If it is made again and fails then, what it answered before stays below
 * the failure: somebody may be typing there.
 */
export function Loaded<Data>({ answer: { data, error, refetch }, children }: Props<Data>) {
  const frame = useTexts("frame");
  if (data === undefined && !error) return <Waiting label={frame("loading")} />;
  // Whoever has to log in again is asked by a dialog above what is shown.
  const isSaid = error !== null && !(data !== undefined && error.failure.name === "loginNeeded");
  return (
    <>
      {isSaid && <Failed failure={error.failure} onRetry={() => void refetch()} />}
      {data !== undefined && !(error && ENDS.has(error.failure.name)) && children(data)}
    </>
  );
}
