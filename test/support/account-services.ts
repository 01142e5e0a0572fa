import { compose } from "./compose.ts";
import type { Mail, SmsOutcome } from "#server/platform/mail-and-sms.ts";
import type { BaseCustomer, CustomerBase } from "#server/sale/identity/profile.ts";
import { meeting } from "./meeting.ts";
import { openSaleDatabase } from "./sale-database.ts";

/** A customer of the base, with the data that proves it. */
export type Person = BaseCustomer & { readonly msisdn?: string; readonly password?: string };

/**
 * Creates the services for account calls, on a database: a customer base in memory, and messages that are only
 * recorded.
 */
export async function accountServices() {
  const sale = await openSaleDatabase();
  const people: Person[] = [];
  const found = (matches: (person: Person) => boolean) => {
    const person = people.find(matches);
    return person ? { userId: person.userId, email: person.email, profile: person.profile } : null;
  };
  const customers: CustomerBase = {
    findByEmail: async (email) => found((person) => person.email.toLowerCase() === email),
    findByMsisdn: async (msisdn) => found((person) => person.msisdn === msisdn),
    checkPassword: async (email, password) =>
      found((person) => person.email.toLowerCase() === email && person.password === password),
  };
  /** Makes lookups wait for each other until a number of them have started, so that calls really race. */
  const together = (calls: number): CustomerBase => {
    const meet = meeting(calls);
    return {
      ...customers,
      findByEmail: async (email) => (await meet(), customers.findByEmail(email)),
      findByMsisdn: async (msisdn) => (await meet(), customers.findByMsisdn(msisdn)),
    };
  };
  const texts: { to: string; text: string }[] = [];
  const mails: Mail[] = [];
  /** Tests change these between calls. */
  const behaviour: { sms: SmsOutcome } = { sms: "sent" };
  const config = {
    publicUrl: "https://shop.example.ch",
    reminderHours: 24,
  };
  const services = compose({
    ...sale.needs,
    limits: sale.limited(),
    security: sale.security,
    customers,
    config,
    documentNumberKey: Buffer.alloc(32, 9),
    brand: { name: "Alpenfon", phone: "0800 000 000", email: "hilfe@example.ch" },
    sms: {
      send: async (text: { to: string; text: string }) => {
        texts.push(text);
        return behaviour.sms;
      },
    },
    mail: { send: async (mail: Mail) => (mails.push(mail), "sent" as const) },
  });
  return { sale, services, people, together, texts, mails, behaviour };
}
export type AccountServices = Awaited<ReturnType<typeof accountServices>>;
