import type { Locale } from "kasse/extension";

type Words = Readonly<Record<Locale, string>>;

/** The words of the field below the order. */
export const FIELD = {
  open: {
    de: "Haben Sie einen Gutschein?",
    en: "Do you have a voucher?",
    fr: "Avez-vous un bon ?",
    it: "Ha un buono?",
    sr: "Imate li vaučer?",
  },
  label: { de: "Gutscheincode", en: "Voucher code", fr: "Code du bon", it: "Codice del buono", sr: "Kod vaučera" },
  send: { de: "Einlösen", en: "Use voucher", fr: "Utiliser le bon", it: "Usa il buono", sr: "Iskoristi vaučer" },
  remove: {
    de: "Gutschein entfernen",
    en: "Remove voucher",
    fr: "Retirer le bon",
    it: "Rimuovi il buono",
    sr: "Ukloni vaučer",
  },
} as const satisfies Readonly<Record<string, Words>>;

/** Why a code is not accepted. */
export const REFUSALS = {
  unknown: {
    de: "Diesen Code gibt es nicht, oder er gilt nicht mehr. Prüfen Sie die Schreibweise.",
    en: "There is no such code, or it is no longer valid. Please check the spelling.",
    fr: "Ce code n’existe pas ou n’est plus valable. Vérifiez l’orthographe.",
    it: "Questo codice non esiste o non è più valido. Controlli come è scritto.",
    sr: "Taj kod ne postoji ili više ne važi. Proverite kako ste ga uneli.",
  },
  usedUp: {
    de: "Dieser Code wurde schon so oft eingelöst, wie er gilt.",
    en: "This code has already been used as often as it can be.",
    fr: "Ce code a déjà été utilisé autant de fois que possible.",
    it: "Questo codice è già stato utilizzato tutte le volte possibili.",
    sr: "Ovaj kod je već iskorišćen onoliko puta koliko važi.",
  },
  unused: {
    de: "Dieser Code gilt nicht für das, was Sie bestellen.",
    en: "This code is not valid for what you are ordering.",
    fr: "Ce code n’est pas valable pour votre commande.",
    it: "Questo codice non vale per ciò che sta ordinando.",
    sr: "Ovaj kod ne važi za ono što poručujete.",
  },
} as const satisfies Readonly<Record<string, Words>>;
