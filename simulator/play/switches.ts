export const WHEN = ["off", "once", "always"] as const;
/** When a failure happens. `once`: the next time it applies; `always`: until it is switched off. */
export type When = (typeof WHEN)[number];
export type Switch = { readonly when: When; readonly ms: number };
export type Switches = ReturnType<typeof failureSwitches>;

/** The default delay of a response, in ms. */
const DELAY_MS = 3000;

/** Creates the failure switches of one provider, all off. */
export function failureSwitches() {
  const all = new Map<FailureName, Switch>();
  const of = (name: FailureName): Switch => all.get(name) ?? { when: "off", ms: DELAY_MS };

  /** Returns whether a failure happens now. Switches it off if it was set to `once`. */
  function take(name: FailureName): boolean {
    const { when, ms } = of(name);
    if (when === "once") all.set(name, { when: "off", ms });
    return when !== "off";
  }

  return {
    take,
    /** Returns the delay of the next response, in ms. */
    takeDelay(): number {
      const { ms } = of("delay");
      return take("delay") ? ms : 0;
    },
    /** `ms` is the delay; if absent, the previous value remains. */
    set(name: FailureName, when: When, ms: number = of(name).ms) {
      all.set(name, { when, ms });
    },
    /** Switches all failures off. */
    clear: () => all.clear(),
    state: () =>
      Object.fromEntries(FAILURE_NAMES.map((name) => [name, of(name)])) as Readonly<Record<FailureName, Switch>>,
  };
}

/** The kinds of failures and what they generally mean. Each provider describes their effect there (`FailuresOf`). */
export const FAILURES = {
  decline: { title: "Decline", meaning: "The request is refused, as the provider's documentation describes." },
  delay: { title: "Delay", meaning: "The request is carried out, and the answer comes after the set delay." },
  answerLost: {
    title: "Answer lost",
    meaning: "The request is carried out, and the connection ends without an answer.",
  },
  duplicate: { title: "Duplicate", meaning: "A webhook or notification of the provider comes twice." },
  outOfOrder: {
    title: "Out of order",
    meaning: "A webhook or notification of the provider is overtaken by a later one.",
  },
  wrongSignature: { title: "Wrong signature", meaning: "A secret differs from the agreed one." },
  down: { title: "Down", meaning: "The request is not carried out, and there is no useful answer." },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly meaning: string }>>;

export type FailureName = keyof typeof FAILURES;
export const FAILURE_NAMES = Object.keys(FAILURES) as readonly FailureName[];

/** The effect of each failure at a provider, or why the failure cannot happen there. */
export type FailuresOf = Readonly<
  Record<FailureName, { readonly does: string } | { readonly doesNotApplyBecause: string }>
>;

/** Whether a text names a failure. */
export function isFailureName(name: string): name is FailureName {
  return Object.hasOwn(FAILURES, name);
}
