import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { smtpMail } from "#server/integrations/mail-and-sms/smtp.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { Mail } from "#server/platform/mail-and-sms.ts";
import { startSmtpStub, type SmtpAnswers } from "../support/smtp-stub.ts";

let stub: Awaited<ReturnType<typeof startSmtpStub>>;
const lines: string[] = [];
const log = pino({ base: null }, { write: (line) => void lines.push(line) });
beforeAll(async () => {
  stub = await startSmtpStub();
});
afterAll(() => stub.stop());
beforeEach(() => {
  lines.length = 0;
  stub.received.length = 0;
});

const BRAND = { name: "Alpenfon", email: "info@alpenfon.example" };
const MAIL: Mail = {
  to: "nora@example.ch",
  locale: "fr",
  key: "order:1",
  subject: "Ihre Bestellung",
  text: "Danke für Ihre Bestellung.",
};
const headerOf = (mail: string | undefined, name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(mail ?? "")?.[1];

test("a mail is sent by SMTP with its sender, its umlauts and its file, whose content is only created then", async () => {
  let made = 0;
  const mail = await smtpMail(stub.url, BRAND, log);
  const message = {
    ...MAIL,
    attachments: [
      {
        filename: "Bestellung-K1.pdf",
        contentType: "application/pdf",
        content: () => Promise.resolve(Buffer.from(`%PDF the ${(made += 1)}. time`)),
      },
    ],
  };
  expect(made).toBe(0);
  expect(await mail.send(message)).toBe("sent");
  await mail.send(message);
  const [first = "", second = ""] = stub.received;
  expect(first).toContain("From: Alpenfon <info@alpenfon.example>");
  expect(first).toContain("To: nora@example.ch");
  expect(first).toContain("Danke f=C3=BCr Ihre Bestellung.");
  expect(first).toContain("filename=Bestellung-K1.pdf");
  expect(first).toContain(Buffer.from("%PDF the 1. time").toString("base64"));
  // A repeated job sends the same message id, by which mail servers recognise it.
  expect(headerOf(first, "Message-ID")).toMatch(/^<[\da-f]{32}@alpenfon\.example>$/);
  expect(headerOf(second, "Message-ID")).toBe(headerOf(first, "Message-ID"));
});

test("a mail says that no person sent it, and its language, so that no out-of-office notice comes back", async () => {
  const mail = await smtpMail(stub.url, BRAND, log);
  for (const locale of ["fr", "sr"] as const) await mail.send({ ...MAIL, locale });
  expect(stub.received.map((each) => headerOf(each, "Auto-Submitted"))).toEqual(["auto-generated", "auto-generated"]);
  expect(stub.received.map((each) => headerOf(each, "Content-Language"))).toEqual(["fr-CH", "sr-Latn"]);
});

test.each<[answers: SmtpAnswers]>([
  [{ rcpt: "550 5.1.1 <nora@example.ch> unknown" }],
  [{ rcpt: "553 5.1.3 no such mailbox" }],
  [{ mail: "552 5.3.4 too large" }],
  [{ data: "554 5.7.1 no" }],
  [{ body: "552 5.2.2 mailbox full" }],
  [{ body: "554 5.7.1 rejected" }],
  [{ rcpt: "550 5.7.1 this list accepts only its members" }],
])("%j refuses the mail for good, and the log does not contain the address", async (answers) => {
  const mail = await smtpMail(stub.url, BRAND, log);
  stub.answerNext(answers);
  expect(await mail.send(MAIL)).toBe("refused");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 40, responseCode: Number(Object.values(answers)[0]?.slice(0, 3)) },
  ]);
  expect(lines.join("")).not.toContain("nora@");
});

test.each<[answers: SmtpAnswers]>([
  [{ rcpt: "450 4.2.0 greylisted" }],
  [{ rcpt: "451 4.3.0 later" }],
  [{ mail: "451 4.3.0 later" }],
  [{ mail: "421 4.3.2 closing" }],
  [{ data: "503 5.5.1 bad sequence" }],
  [{ body: "452 4.3.1 disk full" }],
  [{ body: "" }],
])("%j leaves the mail to a later attempt", async (answers) => {
  const mail = await smtpMail(stub.url, BRAND, log);
  stub.answerNext(answers);
  await expect(mail.send(MAIL)).rejects.toThrow(Error);
  expect(lines).toEqual([]);
});

test.each<[answers: SmtpAnswers]>([
  [{ auth: "535 5.7.8 credentials invalid" }],
  [{ mail: "530 5.7.0 authentication required" }],
  [{ rcpt: "530 5.7.0 authentication required" }],
  [{ auth: "454 4.7.0 temporary failure" }],
])("%j is a fault of the setup: it is logged as an error, and the mail waits", async (answers) => {
  const mail = await smtpMail(stub.urlWithLogin, BRAND, log);
  stub.answerNext(answers);
  await expect(mail.send(MAIL)).rejects.toThrow(Unavailable);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 50, msg: expect.stringContaining("SMTP_URL") },
  ]);
});

// nodemailer#386, hardware/mailserver#329, postalserver/postal#647: every e-mail gets the same answer until somebody
// corrects the sender, the relay or the domain's records, so that none may be given up.
test.each<[answers: SmtpAnswers]>([
  [{ mail: "553 5.7.1 <info@alpenfon.example>: Sender address rejected: not owned by user kasse" }],
  [{ mail: "550 5.7.60 Client does not have permissions to send as this sender" }],
  [{ mail: "550 sender verify failed" }],
  [{ mail: "554 5.7.1 Service unavailable; client host blocked" }],
  [{ rcpt: "550 5.7.1 Unable to relay for nora@example.ch" }],
  [{ rcpt: "554 5.7.1 <nora@example.ch>: Relay access denied" }],
  [{ rcpt: "553 5.7.1 <info@alpenfon.example>: Sender address rejected: not owned by user kasse" }],
  [{ rcpt: "554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using a list" }],
  [{ rcpt: "550 relay not permitted!" }],
  [{ body: "550 5.7.26 Unauthenticated email from alpenfon.example is not accepted due to DMARC policy" }],
  [{ body: "550 5.7.23 SPF validation failed" }],
])("%j is about the sender: it is logged as an error, and the mail waits", async (answers) => {
  const mail = await smtpMail(stub.url, BRAND, log);
  stub.answerNext(answers);
  await expect(mail.send(MAIL)).rejects.toThrow(Unavailable);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 50, msg: expect.stringContaining("this sender") },
  ]);
  expect(lines.join("")).not.toContain("nora@");
  expect(await mail.send(MAIL)).toBe("sent");
});
