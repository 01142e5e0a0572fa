import { expect, test } from "vitest";
import { bodyOf, initialForm, lockedOf, type User } from "./customer-form.ts";

const onRecord = { email: "mia@example.ch", token: "t", address_id: "1", mobilePhone: "41784000001" } as User;
const shown = (user: User, draft = {}) => initialForm(user, draft, lockedOf(user));

test("a stored number is shown without its 41 and sent with it", () => {
  const form = shown(onRecord);
  expect(form.mobilePhone).toBe("784000001");
  expect(bodyOf(form, "mobile").mobilePhone).toBe("41784000001");
});

test("a typed number stays as typed, and a foreign number keeps its prefix", () => {
  expect(shown(onRecord, { mobilePhone: "078 412 34 56" }).mobilePhone).toBe("078 412 34 56");
  expect(shown({ ...onRecord, mobilePhone: "4366412345678" }).mobilePhone).toBe("4366412345678");
});
