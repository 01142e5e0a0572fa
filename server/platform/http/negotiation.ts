/** What a client says of each content coding, by name in lower case. */
type Weights = ReadonlyMap<string, number>;

const CODING = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** Reads `Accept-Encoding` (RFC 9110, 12.5.3). Parts that cannot be read are left out. */
function weightsIn(header: string): Weights {
  const read = header.split(",").flatMap((part): (readonly [string, number])[] => {
    const [, name, weight = "1"] = CODING.exec(part) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), Number(weight)]];
  });
  return new Map(read);
}

/**
 * Returns whether a response in a content coding, such as `br`, may and should be sent. The coding has to be named, or
 * be one of all (`*`), with a weight above 0 and not below that of the content as it is (`identity`). Without the
 * header the content is sent as it is, although any coding would be allowed.
 */
export function isWanted(coding: string, header: string | undefined): boolean {
  const weights = weightsIn(header ?? "");
  const weight = weights.get(coding) ?? weights.get("*") ?? 0;
  return weight > 0 && weight >= (weights.get("identity") ?? 0);
}

/**
 * Returns whether a client already has the representation with this ETag, by its `If-None-Match` (RFC 9110, 13.1.2): a
 * list of ETags, compared weakly, or `*` for whatever there is.
 */
export function isKnown(etag: string | undefined, header: string | undefined): boolean {
  if (etag === undefined || header === undefined) return false;
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(?:^|,)\s*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")(?=\s*(?:,|$))/g)].some(
    ([, opaque]) => opaque === etag.replace(/^W\//, ""),
  );
}
