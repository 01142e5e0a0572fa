import { createServer, type AddressInfo, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smtpMail } from "#server/integrations/mail-and-sms/smtp.ts";

/** A mail server that accepts and stores everything. */
const received: string[] = [];
let server: Server;
beforeAll(async () => {
  server = createServer((socket) => {
    let data: string | null = null;
    socket.setEncoding("utf8");
    socket.write("220 test\r\n");
    socket.on("data", (part: string) => {
      if (data !== null) {
        data += part;
        if (!data.endsWith("\r\n.\r\n")) return;
        received.push(data);
        data = null;
        socket.write("250 kept\r\n");
        return;
      }
      if (part.startsWith("DATA")) {
        data = "";
        socket.write("354 go on\r\n");
      } else socket.write(part.startsWith("QUIT") ? "221 bye\r\n" : "250 test\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test("a mail is sent by SMTP with its sender, its umlauts and its file, whose content is only created then", async () => {
  let made = 0;
  const { port } = server.address() as AddressInfo;
  const mail = await smtpMail(`smtp://127.0.0.1:${port}`, { name: "Alpenfon", email: "info@alpenfon.example" });
  const message = {
    to: "nora@example.ch",
    key: "order:1",
    subject: "Ihre Bestellung",
    text: "Danke für Ihre Bestellung.",
    attachments: [
      {
        filename: "Bestellung-K1.pdf",
        contentType: "application/pdf",
        content: () => Promise.resolve(Buffer.from(`%PDF the ${(made += 1)}. time`)),
      },
    ],
  };
  expect(made).toBe(0);
  await mail.send(message);
  await mail.send(message);
  const [first = "", second = ""] = received;
  expect(first).toContain("From: Alpenfon <info@alpenfon.example>");
  expect(first).toContain("To: nora@example.ch");
  expect(first).toContain("Danke f=C3=BCr Ihre Bestellung.");
  expect(first).toContain("filename=Bestellung-K1.pdf");
  expect(first).toContain(Buffer.from("%PDF the 1. time").toString("base64"));
  // A repeated job sends the same message id, by which mail servers recognise it.
  const idOf = (text: string) => /^Message-ID: (\S+)/m.exec(text)?.[1];
  expect(idOf(first)).toMatch(/^<[\da-f]{32}@alpenfon\.example>$/);
  expect(idOf(second)).toBe(idOf(first));
});
