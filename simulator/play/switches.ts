import { FAILURE_NAMES, type FailureName } from "./failures.ts";

export const WHEN = ["off", "once", "always"] as const;
/** `once`: the next time that it can happen; `always`: until it is switched off. */
export type When = (typeof WHEN)[number];
export type Switch = { readonly when: When; readonly ms: number };
export type Switches = ReturnType<typeof failureSwitches>;

/** How long a delayed answer takes unless something else is set, in ms. */
const DELAY_MS = 3000;

/** Which failures one provider has at present. */
export function failureSwitches() {
  const all = new Map<FailureName, Switch>();
  const of = (name: FailureName): Switch => all.get(name) ?? { when: "off", ms: DELAY_MS };

  /** Whether it happens now. A failure that was set for once is off afterwards. */
  function take(name: FailureName): boolean {
    const { when, ms } = of(name);
    if (when === "once") all.set(name, { when: "off", ms });
    return when !== "off";
  }

  return {
    take,
    /** How long an answer has to wait now, in ms. */
    takeDelay(): number {
      const { ms } = of("delay");
      return take("delay") ? ms : 0;
    },
    /** `ms` is for a delay; without it the last value stays. */
    set(name: FailureName, when: When, ms: number = of(name).ms) {
      all.set(name, { when, ms });
    },
    /** Everything works again. */
    clear: () => all.clear(),
    state: () =>
      Object.fromEntries(FAILURE_NAMES.map((name) => [name, of(name)])) as Readonly<Record<FailureName, Switch>>,
  };
}
