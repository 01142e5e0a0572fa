import type { Pool } from "undici";
import { API_PREFIX, XSRF } from "#contract/paths.ts";
import type { Timings } from "./figures.ts";

type Json = Record<string, unknown>;

/**
 * A shopper for load tests, with keep-alive connections, one cookie, and API calls only. Throws on any status except
 * 200.
 */
export class HttpShopper {
  checkoutId: string | null = null;
  token: string | null = null;
  /** The client's IP address as a proxy would report it, for a server that trusts a proxy; null reports none. */
  address: string | null = null;
  private readonly pool: Pool;
  private readonly timings: Timings | null;

  constructor(pool: Pool, timings: Timings | null) {
    this.pool = pool;
    this.timings = timings;
  }

  async call(
    name: string,
    method: "GET" | "POST",
    path: string,
    body?: Json | { multipart: Buffer; boundary: string },
  ): Promise<Json> {
    const began = performance.now();
    const multipart = body && "boundary" in body ? (body as { multipart: Buffer; boundary: string }) : null;
    const headers: Record<string, string> = { locale: "de", cookie: `${XSRF.cookie}=bench`, [XSRF.header]: "bench" };
    if (this.address) headers["x-forwarded-for"] = this.address;
    if (this.checkoutId) headers["checkoutid"] = this.checkoutId;
    if (this.token) headers["authorization"] = `Bearer ${this.token}`;
    if (body)
      headers["content-type"] = multipart ? `multipart/form-data; boundary=${multipart.boundary}` : "application/json";
    const response = await this.pool.request({
      method,
      path: API_PREFIX + path,
      headers,
      body: multipart?.multipart ?? (body ? JSON.stringify(body) : null),
    });
    const answer = (await response.body.json()) as Json;
    this.timings?.add(name, performance.now() - began);
    if (response.statusCode !== 200)
      throw new Error(`${name} answered ${response.statusCode}: ${JSON.stringify(answer)}`);
    return answer;
  }

  post(path: string, body: Json = {}): Promise<Json> {
    return this.call(`POST ${path}`, "POST", path, body);
  }

  prepare(step: string): Promise<Json> {
    return this.call(`GET /prepare/${step}`, "GET", `/prepare/${step}/${step}`);
  }

  upload(jpeg: Buffer): Promise<Json> {
    const boundary = "kasse-bench";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="document"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
    const multipart = Buffer.concat([Buffer.from(head), jpeg, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return this.call("POST /upload-document", "POST", "/upload-document", { multipart, boundary });
  }
}
