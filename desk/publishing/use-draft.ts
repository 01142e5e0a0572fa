import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { Contents } from "#contract/desk/publishing-answers.ts";
import { withValue, type Path } from "./form/form-context.ts";
import { type DraftSaver, unsavedDraftKey } from "./draft-saver.ts";

/** Maximum number of changes that can be undone. */
const MOST_UNDONE = 100;

/** Returns a draft for the editor. Its unsaved changes stay available after the page is left. */
export function useDraft(saver: DraftSaver) {
  const queries = useQueryClient();
  const { draft, content, saving } = useSyncExternalStore(saver.subscribe, saver.state);
  const [undone, setUndone] = useState<readonly Contents[]>([]);
  useEffect(() => {
    const key = unsavedDraftKey(saver.state().draft.id);
    queries.removeQueries({ queryKey: key });
    return () => {
      if (saver.state().saving.kind === "saved") return;
      queries.setQueryData(key, saver);
      void saver.settle();
    };
  }, [saver, queries]);
  // If there are unsaved changes, the browser asks before it closes the tab.
  const isSaved = saving.kind === "saved";
  useEffect(() => {
    if (isSaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isSaved]);
  return {
    draft,
    content,
    saving,
    change(file: string, path: Path, value: unknown) {
      setUndone((before) => [...before.slice(-MOST_UNDONE), content]);
      saver.replace(withValue(content, [file, ...path], value));
    },
    canUndo: undone.length > 0,
    undo() {
      const last = undone.at(-1);
      if (!last) return;
      setUndone(undone.slice(0, -1));
      saver.replace(last);
    },
  };
}
