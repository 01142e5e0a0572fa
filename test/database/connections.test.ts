import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { SHOP_TIMES } from "#server/platform/database/times.ts";
import { run, runTogether, statement } from "#server/platform/database/statement.ts";
import { createTestDatabase } from "../support/database.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { eventually } from "../support/shop.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.connection, pino({ level: "silent" }));
  await sql`create table notes (text text primary key)`.execute(opened.db);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const write = (text: string) => statement`insert into notes (text) values (${text})`;
const notes = async () =>
  (await run(opened.db, statement<{ text: string }>`select text from notes where ${true} order by 1`)).map(
    ({ text }) => text,
  );
const pid = (db: typeof opened.db) => run(db, statement<{ pid: number }>`select pg_backend_pid() as pid where ${true}`);

test("many statements at once share a few connections, and each gets its own answer", async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const answers = await Promise.all(
    numbers.map((number) =>
      run(opened.db, statement<{ n: number; pid: number }>`select ${number}::int as n, pg_backend_pid() as pid`),
    ),
  );
  expect(answers.map(([row]) => row?.n)).toEqual(numbers);
  expect(new Set(answers.map(([row]) => row?.pid)).size).toBeLessThanOrEqual(4);
});

test("a failing statement affects no other", async () => {
  const [before, failed, after] = await Promise.allSettled([
    run(opened.db, statement<{ n: number }>`select ${1}::int as n`),
    run(opened.db, statement`select 1 / ${0}::int`),
    run(opened.db, statement<{ n: number }>`select ${2}::int as n`),
  ]);
  expect(before).toMatchObject({ value: [{ n: 1 }] });
  expect(failed).toMatchObject({ status: "rejected", reason: { code: "22012" } });
  expect(after).toMatchObject({ value: [{ n: 2 }] });
});

test("a transaction has its own connection: it is invisible before it ends, and no other statement takes part in it", async () => {
  await opened.db
    .transaction()
    .execute(async (tx) => {
      await run(tx, write("inside"));
      expect(await notes()).toEqual([]);
      await run(opened.db, write("outside"));
      throw new Error("undo");
    })
    .catch(() => undefined);
  expect(await notes()).toEqual(["outside"]);
});

test("statements sent together are all undone if one of them fails, and the connection stays usable", async () => {
  const kept = await notes();
  const together = opened.db
    .transaction()
    .execute((tx) => runTogether(tx, write("outside"), write("second"), write("third")));
  await expect(together).rejects.toMatchObject({ code: "23505" });
  expect(await notes()).toEqual(kept);
  await opened.db.transaction().execute((tx) => runTogether(tx, write("a"), write("b")));
  expect(await notes()).toEqual(["a", "b", ...kept]);
});

test("what is sent together is written to the socket once", async () => {
  let writes = 0;
  class CountingSocket extends Socket {
    override _write(...args: Parameters<Socket["_write"]>): void {
      writes += 1;
      super._write(...args);
    }
    override _writev(...args: Parameters<NonNullable<Socket["_writev"]>>): void {
      writes += 1;
      super._writev?.(...args);
    }
  }
  const counted = openDatabase(
    { ...database.connection, stream: () => new CountingSocket() },
    pino({ level: "silent" }),
  );
  const read = statement`select ${1}::int`;
  const transaction = () => counted.db.transaction().execute((tx) => runTogether(tx, read, read, read));
  await transaction();
  writes = 0;
  await transaction();
  // The second is `commit`.
  expect(writes).toBe(2);
  await counted.close();
});

test("a transaction without a statement, and one that fails before its first, cost nothing", async () => {
  await expect(opened.db.transaction().execute(async () => "done")).resolves.toBe("done");
  const failing = opened.db.transaction().execute(async () => {
    throw new Error("before any statement");
  });
  await expect(failing).rejects.toThrow("before any statement");
  expect(await notes()).toEqual(["a", "b", "outside"]);
});

test("a setting of a session stays with its connection", async () => {
  await opened.db.connection().execute(async (own) => {
    await sql`set application_name = 'mine'`.execute(own);
    const name = await run(
      own,
      statement<{ name: string }>`select current_setting('application_name') as name where ${true}`,
    );
    expect(name).toEqual([{ name: "mine" }]);
    const others = await Promise.all(
      Array.from({ length: 8 }, () =>
        run(opened.db, statement<{ name: string }>`select current_setting('application_name') as name where ${true}`),
      ),
    );
    for (const [row] of others) expect(row?.name).not.toBe("mine");
    await sql`reset application_name`.execute(own);
  });
});

test("a connection ended by PostgreSQL is replaced; only its running statements fail", async () => {
  const [sleeping] = await Promise.allSettled([
    run(opened.db, statement`select pg_sleep(${20})`),
    eventually("it is ended", async () => {
      const ended =
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(%' and pid <> pg_backend_pid()`.execute(
          opened.db,
        );
      return ended.rows.length > 0;
    }),
  ]);
  expect(sleeping.status).toBe("rejected");
  // A statement sent before the driver has noticed also fails.
  await pid(opened.db).catch(() => undefined);
  for (let tries = 0; tries < 10; tries++) expect((await pid(opened.db))[0]?.pid).toBeGreaterThan(0);
});

test("statements that wait for a lock delay no others, regardless of their number", async () => {
  await run(opened.db, write("locked"));
  const holder = await database.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select 1 from notes where text = 'locked' for update");
    const waiting = Array.from({ length: 6 }, () =>
      run(opened.db, statement`update notes set text = text where text = ${"locked"}`),
    );
    await delay(300);
    const quick = Array.from({ length: 8 }, async () => {
      for (let tries = 0; tries < 20; tries++) await pid(opened.db);
    });
    const inTime = await Promise.race([Promise.all(quick).then(() => true), delay(3000).then(() => false)]);
    await holder.query("rollback");
    await Promise.all([...waiting, ...quick]);
    expect(inTime).toBe(true);
  } finally {
    holder.release();
  }
});

test("a silent database uses up the shared connections, which are replaced once it answers again", async () => {
  const proxy = await startDatabaseProxy(database.connection);
  const { db, close } = openDatabase({ ...database.connection, ...proxy.address }, pino({ level: "silent" }), {
    times: { ...SHOP_TIMES, silence: 4000 },
  });
  try {
    const good = () => run(db, statement<{ n: number }>`select ${1}::int as n`);
    expect(await good()).toEqual([{ n: 1 }]);
    proxy.silence();
    const [lost] = await Promise.allSettled([good()]);
    expect(lost.status).toBe("rejected");
    proxy.speak();
    for (let tries = 0; tries < 10; tries++) expect(await good()).toEqual([{ n: 1 }]);
  } finally {
    proxy.stop();
    await close();
  }
});

test("one statement without an answer closes every free connection, which would cost the next requests the same wait", async () => {
  const proxy = await startDatabaseProxy(database.connection);
  const { db, close } = openDatabase({ ...database.connection, ...proxy.address, max: 8 }, pino({ level: "silent" }), {
    times: { ...SHOP_TIMES, silence: 4000 },
  });
  const inTransaction = () =>
    db
      .transaction()
      .execute((tx) => run(tx, statement<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(${0.2})`));
  try {
    await Promise.all(Array.from({ length: 5 }, inTransaction));
    proxy.silence();
    await expect(inTransaction()).rejects.toThrow();
    proxy.speak();
    const began = performance.now();
    // Immediately, before the driver has noticed the closed connections.
    await Promise.all(Array.from({ length: 5 }, inTransaction));
    expect(performance.now() - began).toBeLessThan(200 + 3500);
  } finally {
    proxy.stop();
    await close();
  }
});

test("sessions started while the database was read-only are replaced, so that writing works as soon as possible", async () => {
  const name = database.connection.database;
  await database.pool.query("create table if not exists written (n int)");
  await database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const { db, close } = openDatabase({ ...database.connection, max: 8 }, pino({ level: "silent" }));
  const write = () => run(db, statement`insert into written values (${1})`);
  const writeInTransaction = () =>
    db.transaction().execute((tx) => run(tx, statement`insert into written values (${2})`));
  try {
    const all = () => [...Array.from({ length: 4 }, write), ...Array.from({ length: 4 }, writeInTransaction)];
    const refused = await Promise.allSettled(all());
    expect(refused.map((each) => each.status === "rejected" && (each.reason as { code: string }).code)).toEqual(
      Array.from({ length: 8 }, () => "25006"),
    );
    await database.pool.query(`alter database ${name} reset default_transaction_read_only`);
    await Promise.all(all());
  } finally {
    await database.pool.query(`alter database ${name} reset default_transaction_read_only`);
    await close();
  }
});

test("closing right after the first statements ends every connection", async () => {
  const other = openDatabase({ ...database.connection, application_name: "short" }, pino({ level: "silent" }));
  const answers = Array.from({ length: 10 }, () => run(other.db, statement`select ${1}::int`).catch(() => null));
  await Promise.all([...answers, other.close()]);
  const left = async () =>
    (
      await sql<{
        count: number;
      }>`select count(*)::int as count from pg_stat_activity where application_name = 'short'`.execute(opened.db)
    ).rows[0]?.count;
  for (let tries = 0; tries < 20 && (await left()) !== 0; tries++) await delay(50);
  expect(await left()).toBe(0);
});
