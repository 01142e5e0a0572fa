import { expect, test } from "vitest";
import { momentText } from "./moment-text.ts";

test("a moment is a time in Switzerland, in words of each language", () => {
  const moment = "2026-11-22T19:12:00Z";
  expect(momentText(moment, "de", "deadline")).toBe("Sonntag, 22. November um 20:12");
  expect(momentText(moment, "fr", "deadline")).toContain("dimanche 22 novembre");
  expect(momentText(moment, "en", "short")).toContain("22 Nov 2026");
  expect(momentText("2026-12-01T10:00:00Z", "fr", "deadline")).toContain("mardi 1er décembre");
  expect(momentText("2026-12-01T10:00:00Z", "it", "short")).toContain("1º dic 2026");
  expect(momentText(moment, "sr", "deadline")).toContain("nedelje, 22. novembra");
  const weekdays = [23, 24, 25, 26, 27, 28].map((day) => momentText(`2026-11-${day}T10:00:00Z`, "sr", "deadline"));
  expect(weekdays.map((text) => text.split(",")[0])).toEqual(
    "ponedeljka utorka srede četvrtka petka subote".split(" "),
  );
});
