import { SIM_TYPE } from "#core/record/sim-type.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";

type Translate = (key: "esim" | "card") => string;

/** The name of the SIM that was chosen at step 4; undefined before that. */
export function chosenSim(simType: string | undefined, t: Translate): string | undefined {
  if (simType === SIM_TYPE.esim) return t("esim");
  return simType === SIM_TYPE.card ? t("card") : undefined;
}

/** The order with its SIM named by what was chosen since it was answered. */
export function withChosenSim<Answer extends Pick<CheckoutAnswer, "items">>(
  answer: Answer,
  simType: string | undefined,
  t: Translate,
): Answer {
  const name = chosenSim(simType, t);
  if (!name) return answer;
  return { ...answer, items: answer.items.map((item) => (item.sIM ? { sIM: { ...item.sIM, name } } : item)) };
}
