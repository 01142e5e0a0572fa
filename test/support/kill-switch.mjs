// Loaded into a server process by the fault tests (`node --import`): once armed with a number, the process kills itself
// with -9 after that number of database statements or outgoing requests, which are all the points at which it waits.
import { subscribe } from "node:diagnostics_channel";
import pg from "pg";

let left = Number.POSITIVE_INFINITY;
process.on("message", (message) => {
  left = Number(message);
  process.send?.("armed");
});

function tick() {
  left -= 1;
  if (left <= 0) process.kill(process.pid, "SIGKILL");
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (...parts) {
  tick();
  return query.apply(this, parts);
};

// Covers the library and Node's own copy, which `globalThis.fetch` uses.
subscribe("undici:request:create", tick);
