import type { Board } from "#contract/desk/board.ts";
import type { BoardContext } from "#server/desk/board/context.ts";
import { sumFigures } from "#server/reports/figures.ts";

/** Login codes that were sent in the period, and the mails and texts about its orders. */
export async function textPart({ db, span, family }: BoardContext): Promise<Pick<Board, "codes" | "messages">> {
  const [codes, messages] = await Promise.all([
    sumFigures(db, "codes", { span, family, by: ["state"] }),
    sumFigures(db, "messages", { span, family, by: ["channel", "about"] }),
  ]);
  const of = (wanted: string) => codes.find(({ state }) => state === wanted)?.codes ?? 0;
  return {
    codes: { sent: codes.reduce((sum, each) => sum + each.codes, 0), used: of("used"), expired: of("expired") },
    messages: messages.map(({ messages: count, ...message }) => ({ ...message, count })),
  };
}
