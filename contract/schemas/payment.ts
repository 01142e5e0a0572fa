import * as v from "valibot";
import { Flag } from "./common.ts";

export const CreateOrderRequest = v.object({ billPayed: v.optional(v.nullable(Flag)) });

export const PrepareTransactionAnswer = v.union([
  v.object({ redirectUrl: v.string() }),
  v.object({ amount: v.literal(0) }),
]);

export const TransactionStatusAnswer = v.object({
  status: v.object({
    validPayment: v.boolean(),
    transactionStatusCode: v.picklist(["PAID", "PENDING", "DECLINED", "CANCELLED_BY_CONSUMER"]),
  }),
});
