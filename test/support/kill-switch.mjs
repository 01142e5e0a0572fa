// Loaded into a server process by the fault tests (`node --import`): once armed with a number, the process kills itself
// with -9 at that many database statements or outgoing requests later, which are all the places where it waits.
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

// Of the library as well as of Node's own copy, which `globalThis.fetch` is.
subscribe("undici:request:create", tick);
