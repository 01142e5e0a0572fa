import { generate } from "selfsigned";

/** Creates a self-signed certificate for this host. */
export async function certificate(name: string): Promise<{ readonly key: string; readonly cert: string }> {
  const { private: key, cert } = await generate([{ name: "commonName", value: name }], {
    keySize: 2048,
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: name }] }],
  });
  return { key, cert };
}
