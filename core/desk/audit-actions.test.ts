import { expect, test } from "vitest";
import { DESK_ORDER_ACTIONS } from "./order-actions.ts";
import { DESK_ACTIONS, readAction } from "./audit-actions.ts";

test("readAction() recognises every action that the desk records", () => {
  for (const name of DESK_ACTIONS) expect(readAction(`desk ${name}`)).toEqual({ kind: "named", name });
  for (const act of DESK_ORDER_ACTIONS) expect(readAction(`desk orders ${act}`)).toEqual({ kind: "act", act });
  expect(readAction("desk refused document")).toEqual({ kind: "refused", call: "document" });
});

test.each([
  "orders show",
  "desk",
  "desk ",
  "desk orders",
  "desk orders of another version",
  "desk refused",
  "login",
  "",
])("%j, a command or an action of another version, is returned as text", (text) =>
  expect(readAction(text)).toEqual({ kind: "other", text }),
);
