import * as v from "valibot";
import { parseDay } from "../../core/time/dates.ts";
import { BOARD_PERIODS, type BoardPeriod, BOARD_CHARTS } from "../../core/desk/board.ts";
import { PRODUCT_FAMILIES } from "../../core/desk/product.ts";
import { ARMS, EXPERIMENT_IDS } from "../../core/checkout-record/experiments.ts";
import type { DeskCall } from "../call.ts";
import { Board, CsvFile } from "./board.ts";
import { Experiments } from "./experiments.ts";
import { reason, wholeNumber } from "./fields.ts";
import type { DeskCallName } from "./paths.ts";

const day = v.pipe(
  v.string(),
  v.check((text) => parseDay(text) !== null),
);
const boardQuery = {
  period: v.optional(v.picklist(Object.keys(BOARD_PERIODS) as [BoardPeriod, ...BoardPeriod[]]), "day"),
  day: v.optional(day),
  family: v.optional(v.picklist(PRODUCT_FAMILIES)),
};

/** The calls about figures without personal data: the board and the experiments. */
export const FIGURE_CALLS = {
  experiments: {
    about: "The experiments of the checkout, their runs, and the results of stopped runs",
    who: "seeBoard",
    passive: true,
    query: null,
    body: null,
    answer: Experiments,
    fails: [],
  },
  beginExperiment: {
    about:
      "Start a run with its stop rule: `perArm` exposed checkouts in each arm or the end of `lastDay`, whichever comes first",
    who: "runExperiments",
    query: null,
    body: v.object({
      experiment: v.picklist(EXPERIMENT_IDS),
      hypothesis: reason,
      perArm: wholeNumber,
      lastDay: day,
    }),
    answer: Experiments,
    fails: ["notFound", "experimentRunning", "stopRuleWrong", "reasonNeeded"],
  },
  stopExperiment: {
    about: "Stop a run before its rule does, so that it proves nothing",
    who: "runExperiments",
    query: null,
    body: v.object({ reason }),
    answer: Experiments,
    fails: ["notFound", "alreadyDone", "reasonNeeded"],
  },
  adoptExperiment: {
    about: "Show every checkout an arm of a stopped run; not for the person who started the run",
    who: "runExperiments",
    query: null,
    body: v.object({ arm: v.picklist(ARMS), reason }),
    answer: Experiments,
    fails: ["notFound", "experimentRunning", "alreadyDone", "ownRequest", "beginnerUnknown", "reasonNeeded"],
  },
  board: {
    about: "The figures of a day, or of the 7 or 30 days that end with it; today without `day`",
    who: "seeBoard",
    passive: true,
    query: v.object(boardQuery),
    body: null,
    answer: Board,
    fails: [],
  },
  boardCsv: {
    about: "The figures of one chart as CSV",
    who: "seeBoard",
    media: "text/csv",
    query: v.object({ chart: v.picklist(BOARD_CHARTS), ...boardQuery }),
    body: null,
    answer: CsvFile,
    fails: [],
  },
} as const satisfies Partial<Record<DeskCallName, DeskCall>>;
