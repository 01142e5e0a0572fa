/** The encoding in which an SMS centre reads `short_message`. The tables below are independent of the shop's. */
export type CentreAlphabet = "gsm" | "latin1";

/** 3GPP TS 23.038, 6.2.1: the default alphabet, from code 0x00 to 0x7f. 0x1b is the escape code. */
const GSM = [
  "@£$¥èéùìòÇ\nØø\rÅå",
  "Δ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ",
  " !\"#¤%&'()*+,-./",
  "0123456789:;<=>?",
  "¡ABCDEFGHIJKLMNO",
  "PQRSTUVWXYZÄÖÑÜ§",
  "¿abcdefghijklmno",
  "pqrstuvwxyzäöñüà",
].join("");

/** 6.2.1.1: the extension table. The keys are the codes that follow the escape code. */
const EXTENSION: Readonly<Record<number, string>> = {
  0x0a: "\f",
  0x14: "^",
  0x28: "{",
  0x29: "}",
  0x2f: "\\",
  0x3c: "[",
  0x3d: "~",
  0x3e: "]",
  0x40: "|",
  0x65: "€",
};

/** Decodes a text. Null if the bytes are invalid in this coding, for example if they end with an escape code. */
export function readText(bytes: Buffer, dataCoding: number, standard: CentreAlphabet): string | null {
  // SMPP 3.4, 5.2.19: 0 is the centre's own default alphabet, 3 Latin-1, 8 UCS-2.
  if (dataCoding === 8) return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString("utf16le") : null;
  if (dataCoding === 3) return bytes.toString("latin1");
  if (dataCoding !== 0) return null;
  return standard === "latin1" ? bytes.toString("latin1") : readGsm(bytes);
}

function readGsm(bytes: Buffer): string | null {
  let text = "";
  for (let at = 0; at < bytes.length; at++) {
    const escaped = bytes[at] === 0x1b;
    if (escaped) at++;
    const letter = escaped ? EXTENSION[bytes[at] ?? -1] : GSM[bytes[at] ?? -1];
    if (letter === undefined) return null;
    text += letter;
  }
  return text;
}

/**
 * Whether a part fits into one short message. User data and header have 140 octets together, or 160 septets (3GPP TS
 * 23.040, 9.2.3.24). If the centre converts Latin-1 to the default alphabet, letters of the extension table take two
 * septets.
 */
export function fits(body: Buffer, headerLength: number, dataCoding: number, standard: CentreAlphabet): boolean {
  const octets = 140 - headerLength;
  const septets = Math.floor((octets * 8) / 7);
  if (dataCoding === 8) return body.length <= octets;
  if (dataCoding === 0 && standard === "gsm") return body.length <= septets;
  const letters = [...body.toString("latin1")];
  const escaped = letters.filter((letter) => Object.values(EXTENSION).includes(letter)).length;
  return letters.length <= octets && letters.length + escaped <= septets;
}
