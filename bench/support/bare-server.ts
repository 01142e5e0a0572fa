import Fastify from "fastify";

// A Fastify server without logic: it parses JSON and responds with about as much data as the shop. Prints its port.
const app = Fastify();
const answer = { text: "x".repeat(600), list: [1, 2, 3], done: true };
app.get("/call", async () => answer);
app.post("/call", async (request) => ({ ...answer, fields: Object.keys(request.body as object).length }));
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === "object" ? address?.port : 0}\n`);
