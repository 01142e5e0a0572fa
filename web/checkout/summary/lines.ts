import type { FeeCode } from "#core/price/lines.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import { SIM_TYPE } from "#core/checkout-record/sim-type.ts";

type Entry = CheckoutAnswer["items"][number];
export type Item = NonNullable<Entry["mobileTariff"]>;

/** The order lines by kind. There can be several boxes, bundles and fees (wire, POST /checkout). */
export type Lines = {
  readonly tariff: Item | null;
  readonly tv: boolean;
  readonly sim: Item | null;
  readonly device: Item | null;
  readonly boxes: readonly Item[];
  /** Codes of the boxes that come with the tariff. */
  readonly included: readonly string[];
  readonly bundles: readonly Item[];
  readonly insurance: Item | null;
  /** All fees except the insurance. */
  readonly fees: readonly Item[];
};

/** The group in which each kind of line is displayed. A missing kind is a type error. */
const GROUP_OF = {
  mobileTariff: "tariff",
  tVTariff: "tariff",
  sIM: "sim",
  device: "device",
  box: "box",
  tVdevice: "box",
  bundle: "bundle",
  other: "fee",
} as const satisfies Record<keyof Entry, string>;
type Group = (typeof GROUP_OF)[keyof Entry];

export function readLines(answer: Pick<CheckoutAnswer, "items"> | null): Lines {
  const items = (answer?.items ?? []).flatMap((entry) => Object.entries(entry) as [keyof Entry, Item][]);
  const of = (group: Group) => items.flatMap(([kind, item]) => (GROUP_OF[kind] === group ? item : []));
  const fees = of("fee");
  return {
    tariff: of("tariff")[0] ?? null,
    tv: items.some(([kind]) => kind === "tVTariff"),
    sim: of("sim")[0] ?? null,
    device: of("device")[0] ?? null,
    boxes: of("box"),
    included: items.flatMap(([kind, { code }]) => (kind === "box" ? code : [])),
    bundles: of("bundle"),
    insurance: fees.find(({ code }) => code === INSURANCE) ?? null,
    fees: fees.filter(({ code }) => code !== INSURANCE),
  };
}

const INSURANCE: FeeCode = "insurance";

/**
 * Returns for how many months the tariff's price applies: the duration of TV, or the binding of a mobile tariff. Null
 * if the tariff has neither.
 */
export function termOf({ tariff, tv }: Pick<Lines, "tariff" | "tv">): number | null {
  return (tv ? tariff?.tvDuration : tariff?.binding) ?? null;
}

/**
 * Returns the minimum term of TV in months, which does not depend on the chosen duration (decisions 3). Null for mobile
 * and for TV paid in advance.
 */
export function minimumTermOf({ tariff, tv }: Pick<Lines, "tariff" | "tv">): number | null {
  return (tv && tariff?.postpaid ? tariff.binding : null) ?? null;
}

type Translate = (key: "esim" | "card") => string;

/** Returns the name of the SIM that was chosen at step 4; undefined before that. */
export function chosenSim(simType: string | undefined, t: Translate): string | undefined {
  if (simType === SIM_TYPE.esim) return t("esim");
  return simType === SIM_TYPE.card ? t("card") : undefined;
}

/** Returns the answer with its SIM renamed to the one that the shopper has chosen since. */
export function withChosenSim<Answer extends Pick<CheckoutAnswer, "items">>(
  answer: Answer,
  simType: string | undefined,
  t: Translate,
): Answer {
  const name = chosenSim(simType, t);
  if (!name) return answer;
  return { ...answer, items: answer.items.map((item) => (item.sIM ? { sIM: { ...item.sIM, name } } : item)) };
}

/** Returns the agreed change of a line's monthly price: the end of a promotion, or of the months that it is for. */
export const changeOf = ({ promotion, later }: Item) =>
  later ? { months: later.months, after: later.billing } : promotion;
