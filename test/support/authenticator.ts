import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { BodyOf, ReadBodyOf } from "#contract/shop/calls.ts";

/** Parts of an answer that a test can make wrong. */
export type Answering = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly count?: number;
  /** The passkey can be, and is, on several devices. */
  readonly synced?: boolean;
  readonly type?: string;
};

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const BACKUP_ELIGIBLE_AND_STATE = 8 + 16;
const CREDENTIAL_INCLUDED = 64;
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url");

/** Creates a software authenticator (WebAuthn level 3, ES256, no attestation), to call the server without a browser. */
export function authenticator(shop = "https://shop.example.ch") {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credential = randomBytes(32);
  const id = base64url(credential);

  const clientData = (type: string, challenge: string, { origin = shop }: Answering) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const data = (
    { rpId = new URL(shop).hostname, verified = true, count = 0, synced = false }: Answering,
    more: number,
  ) => {
    const head = Buffer.alloc(37);
    sha256(rpId).copy(head);
    head[32] = USER_PRESENT + (verified ? USER_VERIFIED : 0) + (synced ? BACKUP_ELIGIBLE_AND_STATE : 0) + more;
    head.writeUInt32BE(count, 33);
    return head;
  };
  /** Returns the public key in COSE: EC2, ES256, P-256, x, y. */
  const coseKey = () => {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const coordinate = (label: number, value: string) => [
      Buffer.from([label, 0x58, 0x20]),
      Buffer.from(value, "base64url"),
    ];
    return Buffer.concat([Buffer.from("a5010203262001", "hex"), ...coordinate(0x21, x), ...coordinate(0x22, y)]);
  };

  return {
    id,
    add(challenge: string, answering: Answering = {}): ReadBodyOf<"addPasskey"> {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const included = [Buffer.alloc(16), length, credential, coseKey()];
      const authData = Buffer.concat([data(answering, CREDENTIAL_INCLUDED), ...included]);
      // CBOR: { fmt: "none", attStmt: {}, authData }.
      const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex");
      const attestationObject = base64url(Buffer.concat([head, Buffer.from([authData.length]), authData]));
      const clientDataJSON = base64url(clientData(answering.type ?? "webauthn.create", challenge, answering));
      return { id, rawId: id, type: "public-key", response: { clientDataJSON, attestationObject } };
    },
    logIn(challenge: string, answering: Answering = {}): BodyOf<"passkeyLogin"> {
      const client = clientData(answering.type ?? "webauthn.get", challenge, answering);
      const authData = data(answering, 0);
      const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      };
      return { id, rawId: id, type: "public-key", response };
    },
  };
}
