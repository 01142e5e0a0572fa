import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendFailure, type TmfResult } from "./failures.ts";
import { fieldsOf, fulfils, readListQuery, withFields, type Json, type ListQuery, type Resource } from "./query.ts";

/** Resources of one kind at one path, such as `/tmf-api/productCatalogManagement/v5/category`. */
export type Collection = {
  readonly path: string;
  /** Returns a page of the resources, and how many there are with these filters. */
  list(query: ListQuery, integrator: string): Promise<TmfResult<Page>>;
  /** Returns a resource; null if there is none with this id. */
  get(id: string, integrator: string): Promise<Resource | null>;
};
export type Page = { readonly total: number; readonly resources: readonly Resource[] };

/** Returns a page of resources that are all in memory. */
export function pageOf(all: readonly Resource[], { filters, offset, limit }: ListQuery): Page {
  const found = all.filter((each) => filters.every((filter) => fulfils(each, filter)));
  return { total: found.length, resources: found.slice(offset, offset + limit) };
}

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

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;
const queryOf = (request: FastifyRequest) => new URL(request.url, "http://tmf").searchParams;

/** Registers the reading calls of a collection. */
export function registerCollection(app: FastifyInstance, { path, list, get }: Collection): void {
  app.get(path, async (request, reply) => {
    const query = readListQuery(queryOf(request));
    if (!query.ok) return sendFailure(reply, query.failure);
    const page = await list(query.value, request.integrator);
    if (!page.ok) return sendFailure(reply, page.failure);
    const { total, resources } = page.value;
    // 206 says that there are more (TMF630, Pagination).
    return reply
      .code(resources.length < total ? 206 : 200)
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
