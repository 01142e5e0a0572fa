// Loaded into a server process by the fault tests (`node --import`): once armed with a number, the process kills itself
// with -9 at that many database statements or outgoing requests later, which are all the places where it waits.
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

const { fetch } = globalThis;
globalThis.fetch = (...parts) => {
  tick();
  return fetch(...parts);
};
