import type { Config } from "#server/config/config.ts";
import type { Extension } from "./extension.ts";

/** Returns whether people pay in a form in the shop's page, from which it leads the whole window to the bank. */
export const paysInPage = (all: readonly Extension[], { payment }: Pick<Config, "payment">): boolean =>
  ["sandbox-widget", ...all.flatMap(({ formsInPage = [] }): readonly string[] => formsInPage)].includes(
    payment.provider,
  );
