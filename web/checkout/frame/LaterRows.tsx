import { Suspense, useEffect, type ComponentProps } from "react";
import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";
import { whenIdle } from "#web/kit/when-idle.ts";

// Step 1, where most checkouts start, has no past steps.
const StepRows = lazyWithTexts(["watch"], () => import("./StepRows.tsx"), "quiet");

/** Height of a row, in px (`StepRows.module.css`). It is reserved until the code arrives. */
const ROW_HEIGHT = 52;

/** Loads the rows of steps as soon as the page is idle, for whoever opens the list of steps. */
export function useRowsAhead(): void {
  useEffect(() => whenIdle(StepRows.preload), []);
}

/** The rows of steps, loaded after the first screen. */
export function LaterRows(props: ComponentProps<typeof StepRows>) {
  return (
    <Suspense fallback={<div style={{ minHeight: props.steps.length * ROW_HEIGHT }} />}>
      <StepRows {...props} />
    </Suspense>
  );
}
