import { expect, test } from "vitest";
import { dictionary } from "@zxcvbn-ts/language-common";
import { isLeaked, newPasswordMistake } from "./new-password.ts";

const brand = { name: "Alpenfon" };
const email = "nora.meier@example.org";

test.each([
  "Passwort2026!",
  "P4ssw0rd2024",
  "password-password",
  "trustno1trustno1",
  "Sommer2026!!",
  "Schweiz2026!",
  "zuerich1234",
  "motdepasse1",
  "lozinka123",
  "property12345",
  "dragon123456",
  "1234iloveyou",
  "Hallo12345!",
  "basketball",
  "Alpenfon2026",
  "ALPENFON-1234!",
  "@lpenf0n!!!!",
])("%s is common", (password) => {
  expect(newPasswordMistake(password, email, brand)).toBe("password.common");
});

// These passed the list of leaked passwords without the language words.
const BY_LANGUAGE = {
  German: `Frühling2026 Fruehling2026 München123 zürich2026 Schokolade1 Schmetterling Prinzessin1 scheiße123 Oesterreich Österreich1
    bayernmuenchen lassmichrein gummibär12 Grüezi1234 HoppSchwiiz Matterhorn Meerschweinchen Sonnenblume Hasi123456`,
  French: `Genève2026 fribourg12 Printemps2026 automne2025 hiver12345 coucou1234 ordinateur baguette12 croissant1 tournesol1 jesuisbelle
    jeanpierre`,
  Italian: `ciaociaociao forzaJuve1 forzainter tiamo12345 tiamotanto Cioccolato1 bellissima gelato1234 gattino123 Bellinzona Ticino1234
    Autunno2025 gennaio2026 papà123456 famiglia12 arcobaleno segretissimo`,
  Serbian: `mojalozinka crvenazvezda1 Grobari1970 volimte123 ljubavmoja sunce12345 Milica1234 novisad021 Kragujevac švajcarska1 čokolada12
    šifra12345 sifra123456 ćevapčići1 košarka123 NovakDjokovic NikolaTesla leptir1234 zdravozdravo dobardan12`,
};
test.each(Object.entries(BY_LANGUAGE))(
  "common passwords in %s are refused, with and without diacritics",
  (_, words) => {
    const passwords = words.split(/\s+/);
    expect(passwords.filter((password) => newPasswordMistake(password, email, brand) !== "password.common")).toEqual(
      [],
    );
  },
);

test.each([
  "kasse-demo-2026",
  "Birnen am Montag",
  "correct horse battery staple",
  "gx7Kq2mPzL",
  "Kartoffelsalat",
  "Nora mag Alpenfon nicht",
  "Лозинка за Нору",
  "drei Kühe im Schnee",
  "le chat mange la lune",
  "tre mele e una chiave",
  "crni mačak pije čaj",
  "ünglaublich5Zäune",
])("%s is not", (password) => {
  expect(newPasswordMistake(password, email, brand)).toBeNull();
});

test("the brand's name is refused, even a short one or one of several words", () => {
  expect(newPasswordMistake("Lumen-Mobile-2026", email, { name: "Lumen Mobile" })).toBe("password.common");
  expect(newPasswordMistake("salt!!2026!!", email, { name: "Salt" })).toBe("password.common");
  expect(newPasswordMistake("Alpenfon2026", email, { name: "Lumen" })).toBeNull();
});

test.each(["nora.meier@example.org", "NORA.MEIER2026", "norameier1234", "!!nora-meier!!"])(
  "%s is refused for the account of that e-mail, and for no other",
  (password) => {
    expect(newPasswordMistake(password, email, brand)).toBe("password.common");
    expect(newPasswordMistake(password, "someone@example.com", brand)).toBeNull();
  },
);

test("all long leaked passwords are known, and other words are not: run `npm run passwords` after an update of the list", () => {
  const words = dictionary["passwords-common"].map((word) => word.toLowerCase()).filter((word) => word.length >= 5);
  expect(words.length).toBeGreaterThan(40_000);
  expect(words.filter((word) => !isLeaked(word))).toEqual([]);
  const others = Array.from({ length: 10_000 }, (_, number) => `no password ${number}`);
  expect(others.filter(isLeaked)).toEqual([]);
});

test("the longest password is checked quickly", () => {
  // An exponential check would take minutes; this is not a benchmark.
  const start = performance.now();
  newPasswordMistake("aB3$".repeat(50), email, brand);
  newPasswordMistake("qwertzuiop".repeat(20), email, brand);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test("the password in use counts as unchanged in any form, and the length counts once it is normalised", () => {
  const current = "Gärten-öffnen-26";
  for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const)
    expect(newPasswordMistake(current.normalize(form), email, brand, current)).toBe("password.unchanged");
  // Five letters, each with a combining mark: ten characters as typed.
  expect(newPasswordMistake("äöüéè".normalize("NFD"), email, brand)).toBe("password.tooShort");
  // Five ligatures of two letters: ten characters once normalised.
  expect(newPasswordMistake("ﬁﬂĳǉǌ", email, brand)).not.toBe("password.tooShort");
});
