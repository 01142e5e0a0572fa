import type { Board, BoardError } from "#contract/desk/board.ts";
import { STEP_SENT } from "#contract/paths.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Step } from "#core/steps/steps.ts";
import { refusedBy } from "#server/desk/refusals.ts";
import type { BoardContext } from "#server/desk/board/context.ts";
import { sumFigures } from "#server/reports/figures.ts";

/** The steps whose form was sent, by call. */
const STEP_OF: Readonly<Record<string, Step>> = STEP_SENT;
/** Errors that are shown. */
const SHOWN = 25;

/** The refusals in checkouts that began in the period, those that most checkouts met first. */
export async function errorsOf({
  db,
  span,
  family,
}: BoardContext): Promise<readonly Omit<BoardError, "step" | "said">[]> {
  const sums = await sumFigures(db, "errors", { span, family, by: ["call", "failure", "field", "locale"] });
  const errors = sums.map(({ field, ...error }) => ({ ...error, field: field || null }));
  return errors.toSorted((one, other) => other.checkouts - one.checkouts || other.times - one.times);
}

/** Those that are shown, in the words of who reads them. */
export async function errorPart(context: BoardContext, locale: Locale): Promise<Pick<Board, "errors">> {
  const errors = (await errorsOf(context)).slice(0, SHOWN);
  const withWords = (error: (typeof errors)[number]): BoardError => ({
    ...error,
    step: STEP_OF[error.call] ?? null,
    said: refusedBy(error.failure, locale).said,
  });
  return { errors: errors.map(withWords) };
}
