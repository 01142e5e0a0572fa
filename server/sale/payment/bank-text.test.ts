import fc from "fast-check";
import { expect, test } from "vitest";
import { bankText } from "./bank-text.ts";

test.each([
  ["Zürich", "Zuerich"],
  ["Đurić-Œuvre", "Duric-Oeuvre"],
  ["ÜLKÜ Æsir McDonald", "UELKUE Aesir McDonald"],
  ["Žarko O’Brien", "Zarko O'Brien"],
  ["Петар", "Petar"],
  ["Петровић-Ђорђевић", "Petrovic-Dordevic"],
  ["Љиљана Џаковић", "Ljiljana Dzakovic"],
  ["Gänsemann", "Gaensemann"],
  // Georgian national system, ICAO Doc 9303-3 (Cyrillic), ELOT 743 (Greek)
  ["გიორგი ბერიძე, ნინო ჭავჭავაძე-ჩხეიძე", "Giorgi Beridze, Nino Chavchavadze-Chkheidze"],
  ["ივანე ყიფშიძე წერეთელი ღვინიაშვილი", "Ivane Qipshidze Tsereteli Ghviniashvili"],
  ["Хрущёв ЩУКИН Юлия Мар'яна", "Khrushchev SHCHUKIN Iuliia Mar'iana"],
  ["Олена Григоренко Їжак", "Olena Hryhorenko Izhak"],
  ["Ευάγγελος Χρήστου Μπάμπης ΠΑΠΑΔΟΠΟΥΛΟΣ Ευτυχία", "Evangelos Christou Bampis PAPADOPOULOS Eftychia"],
  ["Արամ Խաչատրյան Թումանյան", "Aram Khachatryan Tumanyan"],
  ["አበበ שרה צ'רלי", "Ababa Shrh Ts'rly"],
  ["محمد فاطمة عبد الله", "Mhmd Fatma Abd Allh"],
  ["小明 王 지민 さくら สมชาย अर्जुन", "Xiao Ming Wang Jimin Sakura Smchaay Arjun"],
  ["  a \u00a0 b ", "a b"],
])("%s is %s for a bank", (text, expected) => {
  expect(bankText(text, 50)).toBe(expected);
});

test("capitals only start a word, in every script", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0x250, max: 0xd7ff }).map((code) => String.fromCodePoint(code))),
      (letters) => {
        const word = letters.filter((letter) => /\p{Lo}/u.test(letter)).join("");
        for (const part of (bankText(word, 100) ?? "").split(" ")) expect(part).toMatch(/^[A-Z]?[a-z]*$/);
      },
    ),
  );
});

test("longer text is cut, and does not end with a space", () => {
  expect(bankText("Strasse der Freiheit", 8)).toBe("Strasse");
});

test("text without any letter that a bank accepts is omitted", () => {
  expect(bankText("\u{1f600}", 10)).toBeUndefined();
  expect(bankText("", 10)).toBeUndefined();
});

test("any text is reduced to visible characters and the maximum length", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 60 }), (text, max) => {
      const out = bankText(text, max) ?? "x";
      expect(out).toMatch(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/);
      expect(out.length).toBeLessThanOrEqual(max);
    }),
  );
});
