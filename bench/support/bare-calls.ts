import { spawn } from "node:child_process";
import { once } from "node:events";
import { Pool } from "undici";
import { personForm } from "../../test/support/people.ts";
import { usageOf } from "./server.ts";

/** Returns the processor time that a bare Fastify server needs for the calls of one purchase, in ms, for each run. */
export async function bareCalls({
  gets,
  posts,
  shoppers,
  seconds,
  runs,
}: {
  readonly gets: number;
  readonly posts: number;
  readonly shoppers: number;
  readonly seconds: number;
  readonly runs: number;
}): Promise<readonly number[]> {
  const child = spawn(process.execPath, ["bench/support/bare-server.ts"], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const pool = new Pool(`http://127.0.0.1:${String(port).trim()}`, { connections: shoppers, pipelining: 1 });
  const body = JSON.stringify(personForm("bench@example.ch"));
  const headers = { "content-type": "application/json", locale: "de", cookie: "XSRF-TOKEN=bench" };
  const call = async (method: "GET" | "POST") => {
    const response = await pool.request({ method, path: "/call", headers, body: method === "POST" ? body : null });
    await response.body.json();
  };
  const run = async (time: number) => {
    const before = usageOf(child.pid ?? 0).nodeSeconds;
    const end = performance.now() + time * 1000;
    let purchases = 0;
    const shop = async () => {
      while (performance.now() < end) {
        for (let index = 0; index < gets; index++) await call("GET");
        for (let index = 0; index < posts; index++) await call("POST");
        purchases += 1;
      }
    };
    await Promise.all(Array.from({ length: shoppers }, shop));
    return ((usageOf(child.pid ?? 0).nodeSeconds - before) * 1000) / purchases;
  };
  try {
    await run(seconds / 3);
    const all: number[] = [];
    for (let index = 0; index < runs; index++) all.push(await run(seconds));
    return all;
  } finally {
    await pool.close();
    child.kill("SIGTERM");
  }
}
