import { createHmac, createPublicKey, verify, type JsonWebKey } from "node:crypto";
import { expect, test } from "vitest";
import { readInputs, signatureBase, type SignedMessage } from "./base.ts";

// The keys and examples of RFC 9421, appendix B. Those whose algorithm UCP does not have test the signature base.
const P256: JsonWebKey = {
  kty: "EC",
  crv: "P-256",
  x: "qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA",
  y: "Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0",
};
const ED25519: JsonWebKey = { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" };
// The shared key of B.1.5, which everybody knows.
const SHARED = ["uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4", "XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="].join(
  "",
);

const isEs256 = (base: Buffer, signature: Buffer) =>
  verify("sha256", base, { key: createPublicKey({ key: P256, format: "jwk" }), dsaEncoding: "ieee-p1363" }, signature);
const isEdDsa = (base: Buffer, signature: Buffer) =>
  verify(null, base, createPublicKey({ key: ED25519, format: "jwk" }), signature);
const isHmac = (base: Buffer, signature: Buffer) =>
  createHmac("sha256", Buffer.from(SHARED, "base64")).update(base).digest().equals(signature);

const request: SignedMessage = {
  derived: { "@method": "POST", "@authority": "example.com", "@path": "/foo", "@query": "?param=Value&Pet=dog" },
  headers: {
    date: "Tue, 20 Apr 2021 02:07:55 GMT",
    "content-type": "application/json",
    "content-length": "18",
  },
};
const response: SignedMessage = {
  derived: { "@status": "200" },
  headers: {
    "content-type": "application/json",
    "content-digest":
      "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:",
    "content-length": "23",
  },
};
const CERTIFICATE = [
  ":MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVka",
  "WF0ZSBDQTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YnX",
  "XfaUgmnMtOXU/IncWalRhebrXmckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAIwADAfBgNVHSME",
  "GDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYmRjQGV4",
  "YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5XarmPk0wmu",
  "ydBVoU4hBVZ1yhk=:",
].join("");
const proxied: SignedMessage = {
  derived: { ...request.derived, "@authority": "service.internal.example" },
  headers: { "client-cert": CERTIFICATE },
};
const transformed: SignedMessage = {
  derived: { "@method": "GET", "@authority": "example.org", "@path": "/demo" },
  headers: { accept: ["application/json", " */* "] },
};

test.each([
  [
    "B.2.4, a response",
    response,
    'sig-b24=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    "wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==",
    isEs256,
  ],
  [
    "B.2.5, a request with a shared key",
    request,
    'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
    "pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=",
    isHmac,
  ],
  [
    "B.2.6, a request",
    request,
    'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==",
    isEdDsa,
  ],
  [
    "B.3, a request with a query",
    proxied,
    'ttrp=("@path" "@query" "@method" "@authority" "client-cert");created=1618884473;keyid="test-key-ecc-p256"',
    "xVMHVpawaAC/0SbHrKRs9i8I3eOs5RtTMGCWXm/9nvZzoHsIg6Mce9315T6xoklyy0yzhD9ah4JHRwMLOgmizw==",
    isEs256,
  ],
  [
    "B.4, a header field of several lines",
    transformed,
    'transform=("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519"',
    "ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==",
    isEdDsa,
  ],
])("the signature of RFC 9421, %s, belongs to the signature base", (_, message, header, signature, isValid) => {
  const [input] = [...(readInputs(header)?.values() ?? [])];
  const base = input && signatureBase(input, message);
  if (!base?.ok) throw new Error("There is no signature base");
  expect(isValid(base.bytes, Buffer.from(signature, "base64"))).toBe(true);
});

test("a component that the message does not have is named", () => {
  const input = readInputs('sig1=("@method" "x-missing");keyid="k"')?.get("sig1");
  expect(input && signatureBase(input, request)).toEqual({ ok: false, missing: "x-missing" });
  const status = readInputs('sig1=("@status");keyid="k"')?.get("sig1");
  expect(status && signatureBase(status, request)).toEqual({ ok: false, missing: "@status" });
});

test.each([
  ["no list", "sig1=1"],
  ["a component with a parameter", 'sig1=("content-digest";req);keyid="k"'],
  ["a component twice", 'sig1=("@method" "@method");keyid="k"'],
  ["a component that is no text", 'sig1=(method);keyid="k"'],
])("a signature with %s is not read", (_, header) => {
  expect(readInputs(header)?.get("sig1")).toBeNull();
});
