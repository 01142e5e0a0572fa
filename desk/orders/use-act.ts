import { useQueryClient } from "@tanstack/react-query";
import type { DeskOrder } from "#contract/desk/order-answers.ts";
import type { SentDeskBody } from "#contract/desk/calls.ts";
import type { DeskOrderAction } from "#core/desk/order-actions.ts";
import type { Failure } from "#desk/api/call.ts";
import { useChange } from "#desk/api/queries.ts";
import { useLanguage } from "#desk/app/texts.tsx";

/** The input of an action besides its reason. */
export type ActDetails = Pick<SentDeskBody<"act">, "sent" | "address" | "townConfirmed">;
export type ActResult =
  | { readonly ok: true; readonly asked: boolean }
  | { readonly ok: false; readonly failure: Failure<"act"> };

/**
 * Returns a function that carries out an action on an order and updates the page. The server refuses it if the order is
 * no longer in the version that was shown.
 */
export function useAct(order: DeskOrder) {
  const { locale } = useLanguage();
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useChange("act", [
    "orders",
    "orderCounts",
    "orderStates",
    "waiting",
    "waitingCounts",
  ]);
  const perform = async (act: DeskOrderAction, reason: string, details: ActDetails): Promise<ActResult> => {
    const params = { number: order.number };
    const result = await mutateAsync({ params, body: { act, reason, seen: order.version, ...details } });
    if (!result.ok) return result;
    const { done, order: changed } = result.value;
    queries.setQueryData(["order", { params }, locale], changed);
    queries.setQueryData(["orderVersion", { params }, locale], { version: changed.version });
    return { ok: true, asked: done === "asked" };
  };
  return { perform, isPending };
}
