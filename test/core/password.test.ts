import { describe, expect, test } from "vitest";
import { passwordMistake } from "#core/person/password.ts";

const leaked = new Set(["sommer", "drache", "schatz", "liebe"]);
const mistakeWith = (password: string) => passwordMistake(password, (word) => leaked.has(word));

describe("the length of a password", () => {
  test.each([
    ["kurz", "password.tooShort"],
    ["birnen-am", "password.tooShort"],
    ["birnen-amt", null],
    ["Birnen am Montag. ".repeat(12).slice(0, 200), null],
    ["Birnen am Montag. ".repeat(12).slice(0, 201), "password.tooLong"],
  ])("%s: %s", (password, mistake) => expect(passwordMistake(password)).toBe(mistake));

  test("counts visible characters, not code units", () => {
    expect(passwordMistake("🍐🍎🍊🍋🍌🍉🍇🍓🍒")).toBe("password.tooShort");
  });
});

describe("a pattern is common", () => {
  test.each([
    "1234567890",
    "9876543210",
    "aaaaaaaaaaaa",
    "ababababab",
    "abcabcabcabc",
    "qwertz12345",
    "qwerty12345",
    "azerty12345",
    "asdfghjkl99",
    "ghjklyxcvb",
    "ghjklzxcvb",
    "jklmwxcvbn",
    "abcdefghij",
    "1q2w3e4r5t6z",
    "4r5t6z7u8i9",
    "5t6y7u8i9o",
    "1qaz2wsx3edc",
    "20262026ab",
    "1999 2004 1987",
    "aaaa1111bbbb",
    "QWERTZUIOP1",
    "qwerxyzasdf",
    "1234567xkp",
    "wxyz567890kp",
    "rtzu123456",
    "zxcv123456",
    "qsdf123456",
    "5t6z987654",
    "5t6y987654",
  ])("%s", (password) => expect(passwordMistake(password)).toBe("password.common"));

  test.each([
    "Birnen am Montag",
    "kasse-demo-2026",
    "abcxqwezasdyj",
    "aabbccddeeffgg",
    "1899 abxd 2199",
    "wxab2134mn",
    "adgjjgdagj",
    "123456xkpm",
    "birnenbirnen",
  ])("but not %s", (password) => expect(passwordMistake(password)).toBeNull());
});

describe("a leaked word with a short addition is common", () => {
  test.each([
    "sommersommer",
    "sommersommersommer",
    "471158sommer",
    "sommer471158",
    "Sommer2026!!",
    "!!!Sommer!!!",
    "123456sommer",
    "sommer-----1",
    "s0mmer!!!!",
    "s0mmer2026",
    "$0mm3r----",
    "s0mmerabcd",
    "xsommerxy1",
    "sommerxyz!!!",
    "dr4ch3!!!!",
    "dr@ch3....",
    "5ch47z....",
    "l1ebe.l1ebe.",
  ])("%s", (password) => expect(mistakeWith(password)).toBe("password.common"));

  test.each(["sommerregen am see", "sommer drache", "som4711mer58", "sommerwanne", "Birnen am Montag"])(
    "but not %s",
    (password) => expect(mistakeWith(password)).toBeNull(),
  );

  test("only words of four letters or more are looked up", () => {
    const asked: string[] = [];
    passwordMistake("1284736259 Ente", (word) => {
      asked.push(word);
      return false;
    });
    expect(asked).toContain("ente");
    expect(asked.filter((word) => word.length < 4)).toEqual([]);
  });
});
