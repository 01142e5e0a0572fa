/** The countries at the top of every list (specification 3). */
export const FIRST_COUNTRIES = ["CH", "AT", "DE", "FR", "IT", "RS", "BA", "ME"] as const;

/** ISO 3166-1 alpha-2 codes, and XK (Kosovo), for which Intl has a name. */
const ALL =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW";
export const COUNTRIES: readonly string[] = ALL.split(" ");

/** Members of the European Union. */
const EU = new Set("AT BE BG HR CY CZ DE DK EE ES FI FR GR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));

/** The citizenship code of stateless people on travel documents and permits (ICAO Doc 9303 part 3, section 5). */
export const STATELESS = "XXA";

export function isCountry(code: string): boolean {
  return COUNTRIES.includes(code);
}

/** Returns whether a code is a citizenship: a country, or stateless. */
export function isCitizenship(code: string): boolean {
  return code === STATELESS || isCountry(code);
}

export function isEu(code: string): boolean {
  return EU.has(code);
}
