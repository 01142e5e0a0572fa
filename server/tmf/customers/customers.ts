import { countCustomers, customersPage, type CustomerFilter, type CustomerRow } from "#server/read-models/tmf.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import { isBusiness, readProfile } from "#server/sale/identity/profile.ts";
import { failed, type TmfResult } from "../http/failures.ts";
import type { ListQuery, Resource } from "../http/query.ts";
import type { Collection } from "../http/resources.ts";

const CUSTOMERS_PATH = "/tmf-api/customerManagement/v5";

/** Customers of TMF629 v5: people and companies who have ordered. */
export function customers({ reads }: { readonly reads: StaleReads }): Collection {
  return {
    path: `${CUSTOMERS_PATH}/customer`,
    async list(query) {
      const filter = customerFilter(query);
      if (!filter.ok) return filter;
      const { total, rows } = await reads.read(async (db) => ({
        total: await countCustomers(db, filter.value),
        rows: await customersPage(db, filter.value, query),
      }));
      return { ok: true, value: { total, resources: rows.map(customer) } };
    },
    async get(id) {
      const [row] = await reads.read((db) => customersPage(db, { ids: [id], emails: null }, { offset: 0, limit: 1 }));
      return row ? customer(row) : null;
    },
  };
}

function customerFilter({ filters }: ListQuery): TmfResult<CustomerFilter> {
  let all: CustomerFilter = { ids: null, emails: null };
  for (const { path, operator, values } of filters) {
    if (operator === "eq" && path === "id") all = { ...all, ids: values };
    else if (operator === "eq" && path === "contactMedium.emailAddress")
      all = { ...all, emails: values.map((each) => each.toLowerCase()) };
    else
      return failed({
        status: 400,
        code: "filterNotSupported",
        reason: `Customers cannot be filtered by ${path}`,
        message: "Filters are id and contactMedium.emailAddress",
      });
  }
  return { ok: true, value: all };
}

function customer({ id, email, profile: stored, createdAt }: CustomerRow): Resource {
  const profile = readProfile(stored);
  const { person, address, organisation, phone } = profile;
  const name = organisation?.name ?? `${person?.firstName ?? ""} ${person?.lastName ?? ""}`.trim();
  return {
    "@type": "Customer",
    id,
    href: `${CUSTOMERS_PATH}/customer/${encodeURIComponent(id)}`,
    name: name || email,
    role: "customer",
    status: "approved",
    validFor: { startDateTime: createdAt.toISOString() },
    engagedParty: {
      "@type": "PartyRef",
      "@referredType": isBusiness(profile) ? "Organization" : "Individual",
      id,
      name: name || email,
    },
    contactMedium: [
      { "@type": "EmailContactMedium", contactType: "email", preferred: true, emailAddress: email },
      ...(phone ? [{ "@type": "PhoneContactMedium", contactType: "mobile", phoneNumber: phone }] : []),
      ...(address
        ? [
            {
              "@type": "GeographicAddressContactMedium",
              contactType: "postalAddress",
              street1: `${address.address} ${address.number}`.trim(),
              postCode: address.postalCode,
              city: address.city,
              country: "CH",
            },
          ]
        : []),
    ],
  };
}
