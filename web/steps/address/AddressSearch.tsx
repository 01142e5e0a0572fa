import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { searchTerm } from "#core/text/search-term.ts";
import { call } from "#web/api/call.ts";
import { Combobox } from "#web/kit/Combobox.tsx";
import { useDebounced } from "#web/forms/use-debounced.ts";

type Hit = AnswerOf<"addressSearch">[number];
type Address = AnswerOf<"addressPopulation">;

type Props = {
  /** Called with the proposal as picked, and again with its canonical form. */
  readonly onPick: (address: Address, form: "picked" | "canonical") => void;
  /** Whether the fields still contain this address; if not, a late response must not overwrite them. */
  readonly isUnchanged: (address: Address) => boolean;
  readonly error: string | undefined;
};

/** Proposes addresses while typing, and fetches the canonical form of the picked one (specification 2, step 4a). */
export function AddressSearch({ onPick, isUnchanged, error }: Props) {
  const t = useTranslations("address");
  const [term, setTerm] = useState("");
  const [hits, setHits] = useState<readonly Hit[]>([]);
  /** The search term that `hits` belongs to. While another search runs, the hits are filtered by the typed text. */
  const [answered, setAnswered] = useState("");
  const [failed, setFailed] = useState(false);
  const [loading, setLoading] = useState(false);
  const running = useRef<AbortController | null>(null);

  const search = useDebounced(async (text: string) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const result = await call("addressSearch", {
      body: { term: searchTerm(text) },
      signal: controller.signal,
      anonymous: true,
    });
    if (controller.signal.aborted) return;
    setLoading(false);
    // A failed search is ignored (specification 8), because the address can also be typed into the fields below.
    setHits(result.ok ? result.value : []);
    setFailed(!result.ok);
    setAnswered(text);
  }, 500);

  const type = (text: string) => {
    setTerm(text);
    if (text.trim() === "") {
      search.cancel();
      running.current?.abort();
      setHits([]);
      setLoading(false);
      return;
    }
    setLoading(true);
    search.call(text);
  };

  const pick = async ({ city, street, zipcode, house_number, full }: Hit) => {
    setTerm(full);
    const chosen = { city, street, zipcode, house_number };
    onPick(chosen, "picked");
    const result = await call("addressPopulation", { body: chosen, anonymous: true });
    if (result.ok && isUnchanged(chosen)) onPick(result.value, "canonical");
  };

  const shown =
    term === answered ? hits : hits.filter(({ full }) => full.toLowerCase().includes(term.trim().toLowerCase()));
  return (
    <Combobox
      name="addressId"
      label={t("search")}
      hint={t("searchHint")}
      error={error}
      placeholder={t("searchPlaceholder")}
      value={term}
      items={shown.map((hit) => ({ ...hit, key: hit.full, text: hit.full }))}
      loading={loading}
      loadingText={t("loadingResults")}
      empty={!loading && !failed && term === answered && hits.length === 0}
      countText={t("results", { count: shown.length })}
      onType={type}
      onPick={(hit) => void pick(hit)}
    />
  );
}
