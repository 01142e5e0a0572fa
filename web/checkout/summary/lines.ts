import type { CheckoutAnswer } from "#web/session/draft.ts";

type Entry = CheckoutAnswer["items"][number];
export type Item = NonNullable<Entry["mobileTariff"]>;

/** The lines of an answer by what they are; boxes, bundles and others accumulate (wire, POST /checkout). */
export type Lines = {
  readonly tariff: Item | null;
  readonly tv: boolean;
  readonly sim: Item | null;
  readonly device: Item | null;
  readonly boxes: readonly Item[];
  readonly bundles: readonly Item[];
  readonly insurance: Item | null;
  readonly others: readonly Item[];
};

export function readLines(answer: Pick<CheckoutAnswer, "items"> | null): Lines {
  const items = answer?.items ?? [];
  const all = (...kinds: readonly (keyof Entry)[]) =>
    items.flatMap((entry) => kinds.flatMap((kind) => entry[kind] ?? []));
  const others = all("other");
  return {
    tariff: all("mobileTariff", "tVTariff")[0] ?? null,
    tv: all("tVTariff").length > 0,
    sim: all("sIM")[0] ?? null,
    device: all("device")[0] ?? null,
    boxes: all("box", "tVdevice"),
    bundles: all("bundle"),
    insurance: others.find(({ code }) => code === "insurance") ?? null,
    others: others.filter(({ code }) => code !== "insurance"),
  };
}

/** Months that the tariff runs: the duration chosen for TV, the binding of a mobile tariff. */
export function termOf({ tariff, tv }: Pick<Lines, "tariff" | "tv">): number | null {
  return (tv ? tariff?.tvDuration : tariff?.binding) ?? null;
}
