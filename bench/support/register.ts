import { createWriteStream } from "node:fs";
import { once } from "node:events";

const HEADER =
  "ADR_EGAID;STR_ESID;BDG_EGID;ADR_EDID;STN_LABEL;ADR_NUMBER;BDG_CATEGORY;BDG_NAME;ZIP_LABEL;COM_FOSNR;COM_NAME;COM_CANTON;ADR_STATUS;ADR_OFFICIAL;ADR_MODIFIED;ADR_EASTING;ADR_NORTHING";
const KINDS = ["strasse", "gasse", "weg", "rain", "matte", "platz"];
const FRENCH = ["Rue", "Route", "Chemin", "Avenue"];
const STEMS =
  "Bahnhof Kirch Schul Dorf Haupt Ober Unter Mühle Wiesen Berg Bach Wald Feld Linden Birken Sonnen Garten Post Rosen Linth Reuss Säntis Tödi Rigi Jura Alpen See Ufer Brunnen Hof Markt Spital Industrie Zürich Basel Genève Lausanne Lugano Aare Hasel Tannen Buchen Eichen Ahorn Reben Stein Kloster Schloss Burg Turm Tor".split(
    " ",
  );
const PLACES =
  "Zürich Genève Basel Lausanne Bern Winterthur Luzern Lugano Biel Thun Köniz Fribourg Schaffhausen Chur Vernier Neuchâtel Uster Sion Emmen Zug Yverdon Kriens Rapperswil Dübendorf Montreux Dietikon Frauenfeld Wetzikon Baar Meyrin".split(
    " ",
  );

export type Street = { readonly street: string; readonly zip: string; readonly city: string };

/** Writes an address register in the official format, with 15 houses per street. Returns some of its streets. */
export async function writeRegister(file: string, houses: number): Promise<Street[]> {
  const out = createWriteStream(file);
  out.write(`\uFEFF${HEADER}\n`);
  const streets: Street[] = [];
  for (let written = 0, number = 0; written < houses; number++) {
    const street = streetOf(number);
    if (number % 97 === 0) streets.push(street);
    let rows = "";
    for (let house = 1; house <= 15 && written < houses; house++, written++) {
      const label = house % 7 === 0 ? `${house}a` : String(house);
      rows += `${100_000_000 + written};${10_000_000 + number};${1_000_000 + written};0;${street.street};${label};residential;;${street.zip} ${street.city};261;${street.city};ZH;real;true;01.03.2026;2580001;1215001\n`;
    }
    if (!out.write(rows)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
  return streets;
}

/**
 * Returns one of the streets: about 200,000 for 3 million houses. As in the real register, many towns have streets with
 * the same name.
 */
function streetOf(number: number): Street {
  const place = PLACES[number % PLACES.length] ?? "";
  const zip = String(1000 + ((number * 7) % 8900));
  const stem = STEMS[Math.floor(number / PLACES.length) % STEMS.length] ?? "";
  const round = Math.floor(number / (PLACES.length * STEMS.length));
  const name =
    round % 3 === 2 ? `${FRENCH[round % FRENCH.length]} de ${stem}` : `${stem}${KINDS[round % KINDS.length]}`;
  return { street: name, zip, city: place };
}
