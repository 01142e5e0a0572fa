import type { LocalText } from "kasse/extension";

type Texts = Readonly<Record<string, LocalText>>;

export const TITLE = { de: "Gutscheine", en: "Vouchers", fr: "Bons", it: "Buoni", sr: "Vaučeri" } as const;
export const ABOUT = {
  de: "Codes, die Ihre Kundschaft neben der Bestellung eingibt, und wie oft jeder eingelöst wurde.",
  en: "Codes that your customers enter beside their order, and how often each was used.",
  fr: "Les codes que votre clientèle saisit à côté de sa commande, et combien de fois chacun a été utilisé.",
  it: "I codici che la clientela inserisce accanto all’ordine, e quante volte ciascuno è stato usato.",
  sr: "Kodovi koje kupci unose pored porudžbine, i koliko puta je svaki iskorišćen.",
} as const;

export const COLUMNS = {
  code: { de: "Code", en: "Code", fr: "Code", it: "Codice", sr: "Kod" },
  amount: { de: "CHF", en: "CHF", fr: "CHF", it: "CHF", sr: "CHF" },
  percent: { de: "Prozent", en: "Per cent", fr: "Pour cent", it: "Percento", sr: "Procenat" },
  months: { de: "Monate", en: "Months", fr: "Mois", it: "Mesi", sr: "Meseci" },
  used: { de: "Eingelöst", en: "Used", fr: "Utilisés", it: "Usati", sr: "Iskorišćeno" },
  inAll: { de: "Höchstens", en: "At most", fr: "Au plus", it: "Al massimo", sr: "Najviše" },
  ends: { de: "Endet", en: "Ends", fr: "Fin", it: "Fine", sr: "Ističe" },
} as const satisfies Texts;

export const ACTS = {
  create: {
    title: {
      de: "Gutschein erstellen",
      en: "Make a voucher",
      fr: "Créer un bon",
      it: "Creare un buono",
      sr: "Napravi vaučer",
    },
    text: {
      de: "Ein Code zieht einen Betrag oder einen Anteil ab, einmal oder von mehreren Monatsrechnungen.",
      en: "A code deducts an amount or a share, once or from several monthly bills.",
      fr: "Un code déduit un montant ou une part, une fois ou de plusieurs factures mensuelles.",
      it: "Un codice deduce un importo o una quota, una volta o da più fatture mensili.",
      sr: "Kod umanjuje cenu za iznos ili procenat, jednom ili na više mesečnih računa.",
    },
  },
  createMany: {
    title: {
      de: "Viele Gutscheine erstellen",
      en: "Make many vouchers",
      fr: "Créer de nombreux bons",
      it: "Creare molti buoni",
      sr: "Napravi mnogo vaučera",
    },
    text: {
      de: "Erstellt zufällige Codes von gleichem Wert, die je einmal gelten, zum Beispiel für Karten in einem Brief.",
      en: "Makes random codes of the same worth, each for one purchase, for example for cards in a letter.",
      fr: "Crée des codes aléatoires de même valeur, chacun pour un achat, par exemple pour des cartes jointes à une lettre.",
      it: "Crea codici casuali dello stesso valore, ciascuno per un acquisto, per esempio per le carte allegate a una lettera.",
      sr: "Pravi nasumične kodove iste vrednosti, svaki za jednu kupovinu, na primer za kartice u pismu.",
    },
  },
  end: {
    title: { de: "Beenden", en: "End", fr: "Terminer", it: "Terminare", sr: "Okončaj" },
    text: {
      de: "Der Code gilt ab sofort nicht mehr. Käufe, die gerade bezahlt werden, behalten ihn.",
      en: "The code is no longer valid from now on. Purchases that are being paid keep it.",
      fr: "Le code n’est plus valable dès maintenant. Les achats en cours de paiement le gardent.",
      it: "Il codice non vale più da subito. Gli acquisti in corso di pagamento lo mantengono.",
      sr: "Kod od ovog trenutka više ne važi. Kupovine koje se upravo plaćaju zadržavaju ga.",
    },
  },
} as const satisfies Readonly<Record<string, Texts>>;

export const FIELDS = {
  code: COLUMNS.code,
  count: { de: "Wie viele", en: "How many", fr: "Combien", it: "Quanti", sr: "Koliko" },
  prefix: { de: "Anfang", en: "Beginning", fr: "Début", it: "Inizio", sr: "Početak" },
  amount: { de: "Betrag", en: "Amount", fr: "Montant", it: "Importo", sr: "Iznos" },
  percent: COLUMNS.percent,
  months: {
    de: "Monatsrechnungen",
    en: "Monthly bills",
    fr: "Factures mensuelles",
    it: "Fatture mensili",
    sr: "Mesečni računi",
  },
  products: { de: "Produkte", en: "Products", fr: "Produits", it: "Prodotti", sr: "Proizvodi" },
  from: { de: "Ab", en: "From", fr: "Dès le", it: "Dal", sr: "Od" },
  until: { de: "Bis", en: "Until", fr: "Jusqu’au", it: "Fino al", sr: "Do" },
  inAll: {
    de: "Käufe insgesamt",
    en: "Purchases in all",
    fr: "Achats au total",
    it: "Acquisti in totale",
    sr: "Kupovina ukupno",
  },
  perPerson: {
    de: "Käufe je Person",
    en: "Purchases of a person",
    fr: "Achats par personne",
    it: "Acquisti per persona",
    sr: "Kupovina po osobi",
  },
} as const satisfies Texts;

export const HINTS = {
  code: {
    de: "4 bis 32 Buchstaben und Ziffern",
    en: "4 to 32 letters and digits",
    fr: "de 4 à 32 lettres et chiffres",
    it: "da 4 a 32 lettere e cifre",
    sr: "od 4 do 32 slova i cifre",
  },
  prefix: {
    de: "Danach folgen zehn zufällige Zeichen.",
    en: "Ten random characters follow it.",
    fr: "Dix signes aléatoires le suivent.",
    it: "Lo seguono dieci segni casuali.",
    sr: "Zatim sledi deset nasumičnih znakova.",
  },
  amount: {
    de: "ein Betrag oder Prozent, nicht beides",
    en: "an amount or per cent, not both",
    fr: "un montant ou un pourcentage, pas les deux",
    it: "un importo o una percentuale, non entrambi",
    sr: "iznos ili procenat, ne oboje",
  },
  months: {
    de: "Leer: wird einmal abgezogen.",
    en: "Empty: deducted once.",
    fr: "Vide : déduit une seule fois.",
    it: "Vuoto: dedotto una sola volta.",
    sr: "Prazno: umanjuje se jednom.",
  },
  products: {
    de: "Codes mit Komma, zum Beispiel SMART30, SMART60. Leer: alle.",
    en: "Codes with commas, such as SMART30, SMART60. Empty: all.",
    fr: "Codes séparés par des virgules, par exemple SMART30, SMART60. Vide : tous.",
    it: "Codici separati da virgole, per esempio SMART30, SMART60. Vuoto: tutti.",
    sr: "Kodovi sa zarezom, na primer SMART30, SMART60. Prazno: svi.",
  },
  from: {
    de: "Leer: sofort.",
    en: "Empty: at once.",
    fr: "Vide : tout de suite.",
    it: "Vuoto: subito.",
    sr: "Prazno: odmah.",
  },
  until: {
    de: "Der letzte Tag. Leer: ohne Ende.",
    en: "The last day. Empty: without an end.",
    fr: "Le dernier jour. Vide : sans fin.",
    it: "L’ultimo giorno. Vuoto: senza fine.",
    sr: "Poslednji dan. Prazno: bez kraja.",
  },
} as const satisfies Texts;

/** What is wrong with what was entered, and why something cannot be done. */
export const WRONG = {
  code: {
    de: "Ein Code hat 4 bis 32 Buchstaben und Ziffern.",
    en: "A code has 4 to 32 letters and digits.",
    fr: "Un code a de 4 à 32 lettres et chiffres.",
    it: "Un codice ha da 4 a 32 lettere e cifre.",
    sr: "Kod ima od 4 do 32 slova i cifre.",
  },
  taken: {
    de: "Diesen Code gibt es schon.",
    en: "This code already exists.",
    fr: "Ce code existe déjà.",
    it: "Questo codice esiste già.",
    sr: "Ovaj kod već postoji.",
  },
  prefix: {
    de: "Der Anfang hat höchstens 12 Buchstaben und Ziffern.",
    en: "The beginning has at most 12 letters and digits.",
    fr: "Le début a au plus 12 lettres et chiffres.",
    it: "L’inizio ha al massimo 12 lettere e cifre.",
    sr: "Početak ima najviše 12 slova i cifara.",
  },
  number: {
    de: "Geben Sie eine ganze Zahl von 1 bis {max} ein.",
    en: "Enter a whole number from 1 to {max}.",
    fr: "Saisissez un nombre entier de 1 à {max}.",
    it: "Inserisca un numero intero da 1 a {max}.",
    sr: "Unesite ceo broj od 1 do {max}.",
  },
  amount: {
    de: "Der Betrag muss grösser als 0 sein.",
    en: "The amount must be greater than 0.",
    fr: "Le montant doit être supérieur à 0.",
    it: "L’importo deve essere maggiore di 0.",
    sr: "Iznos mora biti veći od 0.",
  },
  either: {
    de: "Geben Sie einen Betrag oder Prozent ein, nicht beides.",
    en: "Enter an amount or per cent, not both.",
    fr: "Saisissez un montant ou un pourcentage, pas les deux.",
    it: "Inserisca un importo o una percentuale, non entrambi.",
    sr: "Unesite iznos ili procenat, ne oboje.",
  },
  order: {
    de: "Dieser Tag liegt vor dem ersten.",
    en: "This day is before the first one.",
    fr: "Ce jour précède le premier.",
    it: "Questo giorno precede il primo.",
    sr: "Ovaj dan je pre prvog.",
  },
  past: {
    de: "Dieser Tag ist vorbei.",
    en: "This day has passed.",
    fr: "Ce jour est passé.",
    it: "Questo giorno è passato.",
    sr: "Ovaj dan je prošao.",
  },
  ended: {
    de: "Dieser Code ist schon beendet.",
    en: "This code has already ended.",
    fr: "Ce code est déjà terminé.",
    it: "Questo codice è già terminato.",
    sr: "Ovaj kod je već okončan.",
  },
  again: {
    de: "Das hat nicht geklappt. Versuchen Sie es noch einmal.",
    en: "That did not work. Try it again.",
    fr: "Cela n’a pas fonctionné. Réessayez.",
    it: "Non ha funzionato. Riprovi.",
    sr: "To nije uspelo. Pokušajte ponovo.",
  },
} as const satisfies Texts;
