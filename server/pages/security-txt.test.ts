import { expect, test } from "vitest";
import { securityTxt } from "./site-files.ts";

const NOW = new Date("2026-11-23T10:11:12Z");
const text = (brand: { email: string; securityEmail?: string }) => securityTxt(brand, "https://shop.example.ch", NOW);

test("reports go to the brand's security address, or to its e-mail; the file is valid for half a year", () => {
  expect(text({ email: "info@example.ch" })).toBe(
    [
      "Contact: mailto:info@example.ch",
      "Expires: 2027-05-22T00:00:00Z",
      "Preferred-Languages: de, en, fr, it, sr",
      "Canonical: https://shop.example.ch/.well-known/security.txt",
      "",
    ].join("\n"),
  );
  const own = text({ email: "info@example.ch", securityEmail: "security@example.ch" });
  expect(own).toMatch(/^Contact: mailto:security@example\.ch$/m);
  expect(own).not.toContain("info@");
});
