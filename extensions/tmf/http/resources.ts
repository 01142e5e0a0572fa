import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendFailure, type TmfResult } from "./failures.ts";
import type { Page } from "./page.ts";
import { fieldsOf, readListQuery, withFields, type Json, type ListQuery, type Resource } from "./query.ts";

/** Resources of one kind at one path, such as `/tmf-api/productCatalogManagement/v5/category`. */
export type Collection = {
  readonly path: string;
  /** Returns a page of the resources, and how many there are with these filters. */
  list(query: ListQuery, integrator: string): Promise<TmfResult<Page>>;
  /** Returns a resource; null if there is none with this id. */
  get(id: string, integrator: string): Promise<Resource | null>;
  /** Creates a resource. */
  post?(body: unknown, integrator: string): Promise<TmfResult<Resource>>;
  /** Changes a resource by a merge patch (RFC 7396). */
  patch?(id: string, body: unknown, integrator: string): Promise<TmfResult<Resource>>;
};

/** The versions of TM Forum's interfaces that are spoken. */
export type Version = "v4" | "v5";

declare module "fastify" {
  interface FastifyRequest {
    /** The name of the system that calls. */
    integrator: string;
  }
}

/**
 * Returns a resource whose addresses are whole, as TM Forum's files demand of an `href`. Without an origin, it has
 * none: listeners know resources by their ids.
 */
export function addressed(value: Json, origin: string | null): Json {
  if (Array.isArray(value)) return value.map((each: Json) => addressed(each, origin));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Resource).flatMap(([name, each = null]) => {
    if (!/href$/i.test(name) || typeof each !== "string") return [[name, addressed(each, origin)] as const];
    return origin === null ? [] : [[name, origin + each] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the origin that a client has called; one that is no origin is not repeated. */
function originOf({ protocol, host }: FastifyRequest): string {
  const url = URL.parse(`${protocol}://${host}`);
  return url && url.host === host ? url.origin : `${protocol}://localhost`;
}
const queryOf = (request: FastifyRequest) => new URL(request.url, "http://tmf").searchParams;

const WRITING_METHODS = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Registers the calls of a collection. `bodyLimit`: the largest body of a POST, in bytes. */
export function registerCollection(
  app: FastifyInstance,
  { path, list, get, post, patch }: Collection,
  bodyLimit: number,
): void {
  refuseOtherMethods(app, path, post ? ["POST"] : []);
  refuseOtherMethods(app, `${path}/:id`, patch ? ["PATCH"] : []);
  if (post)
    app.post(path, { bodyLimit }, async (request, reply) => {
      const made = await post(request.body, request.integrator);
      if (!made.ok) return sendFailure(reply, made.failure);
      const sent = addressed(made.value, originOf(request)) as Resource;
      return reply.code(201).header("location", sent["href"]).send(sent);
    });
  if (patch)
    app.patch(`${path}/:id`, async (request, reply) => {
      const { id } = request.params as { readonly id: string };
      const changed = await patch(id, request.body, request.integrator);
      return changed.ok ? reply.send(addressed(changed.value, originOf(request))) : sendFailure(reply, changed.failure);
    });
  app.get(path, async (request, reply) => {
    const query = readListQuery(queryOf(request));
    if (!query.ok) return sendFailure(reply, query.failure);
    const page = await list(query.value, request.integrator);
    if (!page.ok) return sendFailure(reply, page.failure);
    const { total, resources } = page.value;
    // 206 says that there are more (TMF630, Pagination).
    return reply
      .code(query.value.offset + resources.length < total ? 206 : 200)
      .header("x-total-count", total)
      .header("x-result-count", resources.length)
      .send(resources.map((each) => addressed(withFields(each, query.value.fields), originOf(request))));
  });
  app.get(`${path}/:id`, async (request, reply) => {
    const { id } = request.params as { readonly id: string };
    const found = await get(id, request.integrator);
    return found
      ? reply.send(addressed(withFields(found, fieldsOf(queryOf(request))), originOf(request)))
      : sendFailure(reply, { status: 404, code: "notFound", reason: "There is no resource with this id" });
  });
}

function refuseOtherMethods(app: FastifyInstance, url: string, known: readonly string[]): void {
  app.route({
    method: WRITING_METHODS.filter((method) => !known.includes(method)),
    url,
    handler: (_request, reply) =>
      sendFailure(reply.header("allow", ["GET", "HEAD", ...known].join(", ")), {
        status: 405,
        code: "methodNotAllowed",
        reason: known.length === 0 ? "Only reading" : `Only reading and ${known.join(", ")}`,
      }),
  });
}
