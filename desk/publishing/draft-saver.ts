import type { Contents, Draft } from "#contract/desk/publishing-answers.ts";
import { isTemporary, type Failure, type Result } from "#desk/api/call.ts";

/** Delay after a change before it is saved, in ms. */
const SAVE_AFTER_MS = 500;
/** Delay after a temporary failure before the changes are saved again, in ms. */
const RETRY_AFTER_MS = 3000;

/** The state of saving a draft. */
export type Saving =
  | { readonly kind: "saved" | "waiting" | "saving" }
  | { readonly kind: "failed"; readonly failure: Failure };
type State = { readonly draft: Draft; readonly content: Contents; readonly saving: Saving };

/** Saves one part of a draft. */
export type SavePart = (body: {
  readonly revision: number;
  readonly file: string;
  readonly content: Record<string, unknown>;
}) => Promise<Result<"saveDraft">>;

/**
 * A draft in the browser. It saves its changes automatically, one call after another, and continues after its page is
 * left until everything is saved.
 */
export type DraftSaver = {
  readonly state: () => State;
  /** Calls `listener` after each change of the state. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  replace(content: Contents): void;
  /** Saves immediately. Resolves to the draft if everything is saved and valid, otherwise to null. */
  settle(): Promise<Draft | null>;
};

export function createDraftSaver(first: Draft, savePart: SavePart): DraftSaver {
  let state: State = { draft: first, content: first.content, saving: { kind: "saved" } };
  /** The content that the server has stored. */
  let known: Contents = first.content;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  const set = (changes: Partial<State>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const unsaved = () => Object.keys(state.content).find((file) => state.content[file] !== known[file]);

  const saveAll = async (): Promise<void> => {
    for (let file = unsaved(); file !== undefined; file = unsaved()) {
      set({ saving: { kind: "saving" } });
      const content = state.content[file] as Record<string, unknown>;
      const result = await savePart({ revision: state.draft.revision, file, content });
      if (!result.ok) {
        set({ saving: { kind: "failed", failure: result.failure } });
        if (isTemporary(result.failure)) later(RETRY_AFTER_MS);
        return;
      }
      known = { ...known, [file]: content };
      set({ draft: result.value });
    }
    set({ saving: { kind: "saved" } });
  };
  const save = (): Promise<void> => {
    clearTimeout(timer);
    running ??= saveAll().finally(() => (running = null));
    return running;
  };
  function later(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    replace(content) {
      set({ content, saving: { kind: "waiting" } });
      later(SAVE_AFTER_MS);
    },
    async settle() {
      await save();
      return state.saving.kind === "saved" && state.draft.problems.length === 0 ? state.draft : null;
    },
  };
}

/** Returns the cache key under which a draft with unsaved changes is kept while other pages are shown. */
export const unsavedDraftKey = (id: string) => ["keptDraft", id] as const;
