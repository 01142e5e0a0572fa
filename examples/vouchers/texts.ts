import type { Locale } from "kasse/extension";

/** Why a code is not accepted. */
export type Refusal = "unknown" | "usedUp" | "unused" | "closed" | "tooMany";

export const REFUSALS: Readonly<Record<Refusal, Readonly<Record<Locale, string>>>> = {
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
  closed: {
    de: "Diese Bestellung lässt sich nicht mehr ändern.",
    en: "This order can no longer be changed.",
    fr: "Cette commande ne peut plus être modifiée.",
    it: "Questo ordine non può più essere modificato.",
    sr: "Ova porudžbina se više ne može menjati.",
  },
  tooMany: {
    de: "Das waren viele Versuche. Versuchen Sie es in einer Stunde wieder.",
    en: "That was a lot of attempts. Please try again in an hour.",
    fr: "Vous avez fait beaucoup d’essais. Réessayez dans une heure.",
    it: "Ha fatto molti tentativi. Riprovi tra un’ora.",
    sr: "Bilo je mnogo pokušaja. Pokušajte ponovo za sat vremena.",
  },
};
