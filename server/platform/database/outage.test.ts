import pg from "pg";
import { expect, test } from "vitest";
import { isFull, isLost, isOutage } from "./outage.ts";

const failed = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
const answered = (code: string) => Object.assign(new pg.DatabaseError(code, 0, "error"), { code });

test.each([
  ["a connection that ends while it is written to", failed("EPIPE", "write")],
  ["one that ends while it is read", failed("ECONNRESET", "read")],
  ["one that cannot be opened", failed("ECONNREFUSED", "connect")],
  ["one of several addresses", new AggregateError([failed("ECONNREFUSED", "connect")])],
  ["a full disk of the database", answered("53100")],
  ["a full disk of the data folder", failed("ENOSPC", "write")],
  ["a primary that was demoted", answered("25006")],
])("%s is an outage", (_name, error) => expect(isOutage(error)).toBe(true));

test.each([
  ["a unique value that is taken", answered("23505")],
  ["a file that is missing", failed("ENOENT", "open")],
  ["a bug", new TypeError("undefined")],
])("%s is not an outage", (_name, error) => expect([isOutage(error), isFull(error)]).toEqual([false, false]));

test.each([
  ["a connection that ends while it is read", failed("ECONNRESET", "read"), true],
  ["a connection without an answer", new Error("Query read timeout"), true],
  ["a server that shuts down", answered("57P01"), true],
  ["too many connections", answered("53300"), true],
  ["a statement that a replica's replay ends", answered("40001"), false],
  ["a statement that takes too long", answered("57014"), false],
  ["a bug", new TypeError("undefined"), false],
])("%s: whether other calls fail too", (_name, error, lost) => expect(isLost(error)).toBe(lost));
