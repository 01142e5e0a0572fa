import type { Locale } from "#core/text/locale.ts";
import type { Category } from "./product.ts";

/**
 * The words that people use for each kind of product when they ask an assistant, in each language. They are never
 * shown; the shop's own words for them are in `locales`.
 */
export const ASKED_WORDS: Readonly<Record<Locale, Readonly<Record<Exclude<Category, "mobile">, string>>>> = {
  de: {
    postpaid: "handyabo abo abonnement tarif mobile",
    simOnly: "handyabo abo abonnement tarif mobile sim ohne gerät",
    prepaid: "prepaid wertkarte karte guthaben tarif mobile sim ohne abo",
    tv: "tv fernsehen abo",
    tvPrepaid: "tv fernsehen prepaid",
    device: "handy smartphone gerät telefon mobile abo",
  },
  en: {
    postpaid: "mobile plan subscription tariff phone",
    simOnly: "mobile plan subscription tariff sim only",
    prepaid: "prepaid pay as you go card sim mobile",
    tv: "tv television plan",
    tvPrepaid: "tv television prepaid",
    device: "phone smartphone device handset mobile plan",
  },
  fr: {
    postpaid: "abonnement mobile tarif forfait",
    simOnly: "abonnement mobile tarif forfait sim seule",
    prepaid: "prépayé prépayée prepaid carte sim mobile sans abonnement",
    tv: "tv télévision abonnement",
    tvPrepaid: "tv télévision prépayé",
    device: "téléphone smartphone appareil mobile abonnement",
  },
  it: {
    postpaid: "abbonamento mobile tariffa",
    simOnly: "abbonamento mobile tariffa solo sim",
    prepaid: "prepagata prepagato prepaid scheda sim mobile senza abbonamento",
    tv: "tv televisione abbonamento",
    tvPrepaid: "tv televisione prepagata prepagato",
    device: "telefono smartphone apparecchio cellulare abbonamento",
  },
  sr: {
    postpaid: "pretplata mobilni tarifa",
    simOnly: "pretplata mobilni tarifa samo sim",
    prepaid: "prepaid dopuna kartica sim mobilni bez pretplate",
    tv: "tv televizija pretplata",
    tvPrepaid: "tv televizija prepaid",
    device: "telefon smartphone uređaj mobilni pretplata",
  },
};
