import { chance, pick, type Random } from "../support/seeded.ts";

export type Body = { readonly bytes: Buffer | null; readonly headers: readonly (readonly [string, string])[] };

const TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  `multipart/form-data; boundary=${"b".repeat(200)}`,
  "application/octet-stream",
  "a",
  "",
] as const;

/** Invalid and nearly valid JSON. */
const BROKEN: readonly (string | Buffer)[] = [
  "",
  "{",
  "}",
  "[",
  "nul",
  "NaN",
  "1e999999",
  '"text',
  "{'a':1}",
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '{"type":"Tariff","type":"TV Tariff","tariff":"SMART30"}',
  '{"__proto__":{"isAdmin":true},"tariff":"SMART30"}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"tariff":"\\ud800","mobile":"\\u0000","type":"Tariff"}',
  '{"limit":1e309,"type":"Tariff","tariff":"SMART30"}',
  '{"limit":-0.0000000000000000000000000001,"type":"Tariff","tariff":"SMART30"}',
  "\ufeff{}",
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0]),
  Buffer.alloc(1000, 0xff),
  "[".repeat(30_000),
  "[".repeat(30_000) + "]".repeat(30_000),
  `{"tv_device":${"[".repeat(20_000)}${"]".repeat(20_000)},"type":"Tv Device"}`,
  '{"a":'.repeat(10_000),
  "x".repeat(70_000),
  `{"tariff":"${"x".repeat(64 * 1024)}"}`,
];

const MULTIPART: readonly string[] = [
  "--b\r\n",
  "--b--\r\n",
  '--b\r\ncontent-disposition: form-data; name="document"\r\n\r\n',
  '--b\r\ncontent-disposition: form-data; name="document"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nxx',
  '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
  "--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n",
  `--b\r\ncontent-disposition: form-data; name="${"n".repeat(5000)}"\r\n\r\nx\r\n--b--\r\n`,
  `--b\r\n${"x: y\r\n".repeat(3000)}\r\nx\r\n--b--\r\n`,
  '--b\r\ncontent-disposition: form-data; name="username"\r\n\r\nx\r\n'.repeat(60) + "--b--\r\n",
  '--b\r\ncontent-disposition: form-data; name="username"; filename="../../x"\r\n\r\n\u0000\r\n--b--\r\n',
];

/**
 * Returns a body that its call does not document: of another content type, broken, too large, without a length or with
 * a wrong one.
 */
export function rawBody(random: Random, usual: string): Body {
  if (chance(random, 0.2)) {
    return {
      bytes: Buffer.from(pick(random, MULTIPART)),
      headers: [["content-type", "multipart/form-data; boundary=b"]],
    };
  }
  const type = chance(random, 0.6) ? usual : pick(random, TYPES);
  const bytes = Buffer.from(pick(random, BROKEN));
  return { bytes, headers: [["content-type", type]] };
}

/** Encodes a body in the content type of its call. */
export function encodeBody(random: Random, type: string, body: unknown, picture: Buffer): Body {
  if (type === "application/json")
    return { bytes: Buffer.from(JSON.stringify(body) ?? "", "utf8"), headers: [["content-type", type]] };
  const fields = Object.entries(typeof body === "object" && body !== null ? body : {});
  const text = (value: unknown) => (typeof value === "string" ? value.toWellFormed() : (JSON.stringify(value) ?? ""));
  if (type === "application/x-www-form-urlencoded") {
    const bytes = Buffer.from(new URLSearchParams(fields.map(([name, value]) => [name, text(value)])).toString());
    return { bytes, headers: [["content-type", type]] };
  }
  const parts = fields.flatMap(([name, value]) =>
    name === "document"
      ? [Buffer.from(partHead(name, "ausweis.jpg")), spoiledPicture(random, picture), Buffer.from("\r\n")]
      : [Buffer.from(`${partHead(name)}${text(value)}\r\n`)],
  );
  const bytes = Buffer.concat([...parts, Buffer.from("--b--\r\n")]);
  return { bytes, headers: [["content-type", "multipart/form-data; boundary=b"]] };
}

const partHead = (name: string, file?: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"\r\ncontent-type: image/jpeg` : ""}\r\n\r\n`;

/** Returns a picture, sometimes with changed bytes, truncated, or of another kind. */
function spoiledPicture(random: Random, picture: Buffer): Buffer {
  const bytes = Buffer.from(picture);
  const kind = pick(random, ["whole", "whole", "changed", "cut", "text", "empty"] as const);
  if (kind === "changed")
    for (let times = 0; times < 10; times++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  if (kind === "cut") return bytes.subarray(0, Math.floor(random() * bytes.length));
  if (kind === "text") return Buffer.from("<svg onload=alert(1)>");
  return kind === "empty" ? Buffer.alloc(0) : bytes;
}
