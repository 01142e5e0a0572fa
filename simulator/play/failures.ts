/** The ways in which a provider fails: what each means in general. A provider says what it does there (`FailuresOf`). */
export const FAILURES = {
  decline: { title: "Decline", meaning: "What is asked for is refused, as the provider's document says." },
  delay: { title: "Delay", meaning: "It is done, and the answer comes after so many milliseconds." },
  answerLost: { title: "Answer lost", meaning: "It is done, and the connection ends without an answer." },
  duplicate: { title: "Duplicate", meaning: "What the provider sends by itself comes twice." },
  outOfOrder: { title: "Out of order", meaning: "What the provider sends by itself is overtaken by what came later." },
  wrongSignature: { title: "Wrong signature", meaning: "A secret is not the one that was agreed on." },
  down: { title: "Down", meaning: "Nothing is done, and there is no useful answer." },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly meaning: string }>>;

export type FailureName = keyof typeof FAILURES;
export const FAILURE_NAMES = Object.keys(FAILURES) as readonly FailureName[];

/** What a failure does at one provider, or why it cannot happen there. */
export type FailuresOf = Readonly<
  Record<FailureName, { readonly does: string } | { readonly doesNotApplyBecause: string }>
>;

/** Whether a text names a failure. */
export function isFailureName(name: string): name is FailureName {
  return Object.hasOwn(FAILURES, name);
}
