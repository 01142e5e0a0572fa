import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { DeskAnswers } from "#contract/desk/calls.ts";
import type { DeskCallName } from "#contract/desk/paths.ts";
import type { Locale } from "#core/text/locale.ts";
import { call, isTemporary, type Failure, type Result, type Sent } from "./call.ts";

/** A failed call as an exception, because the query library only supports exceptions. */
export class CallFailed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.name);
    this.failure = failure;
  }
}

/** What calls on this page need: the language, and what to do when the login has ended. */
type Calls = { readonly locale: Locale; readonly onLoggedOut: () => void };
const CallsContext = createContext<Calls | null>(null);
export const CallsProvider = CallsContext.Provider;

function useCalls(): Calls {
  const calls = useContext(CallsContext);
  if (!calls) throw new Error("useCalls needs a CallsProvider");
  return calls;
}

/**
 * Returns how often a call is retried automatically after a failure. After `unavailable` only once, because the server
 * has already waited.
 */
function retriesOf(failure: Failure): number {
  if (!isTemporary(failure)) return 0;
  return failure.name === "unavailable" ? 1 : 2;
}

export function createQueries(): QueryClient {
  // The library would report a change to the page in a task of its own, so a fast second press could come before it.
  notifyManager.setScheduler(queueMicrotask);
  const queries = new QueryClient({
    defaultOptions: {
      // The library would hold calls back while the browser is offline, and send them later, when nobody expects it.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        retry: (tries, error) => error instanceof CallFailed && tries < retriesOf(error.failure),
        // Viewing a person's data is recorded in the audit log, so focusing the window must not fetch anything again.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });
  // Drafts with unsaved changes stay in the cache until they are saved.
  queries.setQueryDefaults(["keptDraft"], { gcTime: Infinity });
  return queries;
}

/** Returns a function that makes a call and calls `onLoggedOut` if the login has ended. */
export function useCall(): <Name extends DeskCallName>(
  name: Name,
  sent: Sent<Name>,
  signal?: AbortSignal,
) => Promise<Result<Name>> {
  const { locale, onLoggedOut } = useCalls();
  const queries = useQueryClient();
  return async (name, sent, signal) => {
    const me = queries.getQueriesData<DeskAnswers["me"]>({ queryKey: ["me"] }).findLast(([, data]) => data)?.[1];
    const result = await call(name, sent, { locale, person: me?.id ?? null, signal });
    if (!result.ok && result.failure.name === "loginNeeded") onLoggedOut();
    return result;
  };
}

type QueryOptions<Name extends DeskCallName> = Pick<
  UseQueryOptions<DeskAnswers[Name], CallFailed>,
  "enabled" | "refetchInterval" | "initialData" | "placeholderData" | "staleTime" | "gcTime"
>;

/** Returns a call's response, cached by the call's name, its input and the language. */
export function useAnswer<Name extends DeskCallName>(name: Name, sent: Sent<Name>, options: QueryOptions<Name> = {}) {
  const ask = useCall();
  const { locale } = useCalls();
  return useQuery<DeskAnswers[Name], CallFailed>({
    queryKey: [name, sent, locale],
    queryFn: async ({ signal }) => {
      const result = await ask(name, sent, signal);
      if (!result.ok) throw new CallFailed(result.failure);
      return result.value;
    },
    ...options,
  });
}

/** Calls that return one page of rows, and `next`: where the following page starts. */
type PagedCall = "orders" | "audit" | "section";

/** Returns the pages of a paged call that have been fetched. */
export function usePages<Name extends PagedCall>(name: Name, sent: Sent<Name>) {
  const ask = useCall();
  const { locale } = useCalls();
  const queries = useQueryClient();
  const queryKey = [name, sent, locale];
  const pages = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<DeskAnswers[Name]> => {
      const query = { ...("query" in sent ? sent.query : {}), ...(pageParam !== null && { after: pageParam }) };
      const result = await ask(name, { ...sent, query } as Sent<Name>, signal);
      if (!result.ok) throw new CallFailed(result.failure);
      return result.value;
    },
    getNextPageParam: ({ next }) => next,
    // The old rows stay until the new ones have arrived.
    placeholderData: keepPreviousData,
  });
  return {
    ...pages,
    /** Fetches the first page again and discards the others. */
    restart() {
      queries.setQueryData<typeof pages.data>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      );
      return pages.refetch();
    },
  };
}

/**
 * Returns a function that makes a call that changes something, and returns the result. `settles`: the calls to repeat
 * after a success, because their responses are then outdated.
 */
export function useChange<Name extends DeskCallName>(name: Name, settles: readonly DeskCallName[]) {
  const ask = useCall();
  const queries = useQueryClient();
  return useMutation<Result<Name>, Error, Sent<Name>>({
    mutationFn: (sent) => ask(name, sent),
    onSuccess: async (result) => {
      if (result.ok) await Promise.all(settles.map((each) => queries.invalidateQueries({ queryKey: [each] })));
    },
  });
}
