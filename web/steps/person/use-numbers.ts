import { useCallback, useEffect, useRef, useState } from "react";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { searchTerm } from "#core/text/search-term.ts";
import { call } from "#web/api/call.ts";
import { useFieldValue } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { useDebounced } from "#web/forms/use-debounced.ts";

/**
 * The search term and the page of results. Each search is a new object, so that an identical search can be repeated.
 */
type Search = { readonly digits: string; readonly page: number };
type Offer = Pick<AnswerOf<"numbers">, "numbers" | "more"> & { readonly page: number };

export type NumberChoice = {
  /** The numbers to choose from, including the chosen one; null until they are loaded. */
  readonly numbers: readonly string[] | null;
  /** Whether other numbers are available, on the next page, or on the first page again after the last one. */
  readonly more: boolean;
  readonly loading: boolean;
  /** The last search failed. */
  readonly failed: boolean;
  readonly digits: string;
  /** The chosen number; empty if the operator assigns one. */
  readonly chosen: string;
  /** When the hold on the chosen number ends (ISO 8601); null while that is not known. */
  readonly heldUntil: string | null;
  readonly type: (digits: string) => void;
  /** Searches immediately; also repeats a failed search. */
  readonly searchNow: () => void;
  readonly showMore: () => void;
  readonly choose: (msisdn: string) => void;
};

/** Returns the new numbers of step 4. They can be searched by digits, and a number is held as soon as it is chosen. */
export function useNumbers({ form }: CustomerFormState): NumberChoice {
  const chosen = useFieldValue(form, "newMsisdn");
  const [digits, setDigits] = useState("");
  const [search, setSearch] = useState<Search>({ digits: "", page: 0 });
  const [answer, setAnswer] = useState<{ readonly to: Search; readonly ok: boolean } | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [held, setHeld] = useState<{ readonly msisdn: string; readonly until: string } | null>(null);
  /** Calls that hold a number run one after the other, so that the last choice is held. */
  const holding = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    const controller = new AbortController();
    const ask = async () => {
      const result = await call("numbers", {
        body: { ...search, digits: searchTerm(search.digits) },
        signal: controller.signal,
      });
      if (controller.signal.aborted) return;
      setAnswer({ to: search, ok: result.ok });
      if (result.ok) setOffer({ ...result.value, page: search.page });
    };
    void ask();
    return () => controller.abort();
  }, [search]);

  const hold = useCallback(
    (msisdn: string) => {
      const isChosen = () => form.values().newMsisdn === msisdn;
      holding.current = holding.current.then(async () => {
        if (!isChosen()) return;
        const result = await call("holdNumber", { body: { msisdn: msisdn === "" ? null : msisdn } });
        if (!isChosen()) return;
        if (result.ok) {
          const kept = result.value.held;
          // The number of an open payment stays held until the form is sent with another number.
          const until = kept?.msisdn === msisdn && new Date(Date.now() + kept.secondsLeft * 1000).toISOString();
          setHeld(until ? { msisdn, until } : null);
        } else if (result.failure.kind === "fieldErrors") {
          form.set({ newMsisdn: "" });
          form.refuse({ newMsisdn: result.failure.errors["newMsisdn"] ?? "" });
          setSearch(({ digits: same }) => ({ digits: same, page: 0 }));
        }
        // Other failures are ignored, because submitting the form holds the number too.
      });
    },
    [form],
  );

  // A number chosen on an earlier visit may no longer be held.
  useEffect(() => {
    const before = form.values().newMsisdn;
    if (before !== "") hold(before);
  }, [form, hold]);

  // While the page stays open, it renews the hold on expiry.
  useEffect(() => {
    if (!held || held.msisdn !== chosen) return;
    const timer = setTimeout(() => hold(chosen), Math.max(0, Date.parse(held.until) - Date.now()));
    return () => clearTimeout(timer);
  }, [held, chosen, hold]);

  const typed = useDebounced((wanted: string) => setSearch({ digits: wanted, page: 0 }), 300);
  // The chosen number keeps its position. If the current page of results does not contain it, it comes first.
  const elsewhere = chosen !== "" && !offer?.numbers.includes(chosen);
  return {
    numbers: offer && [...(elsewhere ? [chosen] : []), ...offer.numbers],
    more: offer !== null && (offer.more || offer.page > 0),
    loading: answer?.to !== search,
    failed: answer?.to === search && !answer.ok,
    digits,
    chosen,
    heldUntil: chosen !== "" && held?.msisdn === chosen ? held.until : null,
    type(wanted) {
      setDigits(wanted);
      typed.call(wanted);
    },
    searchNow() {
      typed.cancel();
      setSearch({ digits, page: 0 });
    },
    showMore: () => setSearch({ digits: search.digits, page: offer?.more ? offer.page + 1 : 0 }),
    choose(msisdn) {
      form.clear("newMsisdn");
      form.set({ newMsisdn: msisdn });
      hold(msisdn);
    },
  };
}
