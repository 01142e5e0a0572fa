import { customersPage, type CustomerFilter, type CustomerRow } from "../read-models/orders.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import { isBusiness, readProfile } from "#server/sale/identity/profile.ts";
import { failed, type TmfResult } from "../http/failures.ts";
import type { ListQuery, Resource } from "../http/query.ts";
import type { Collection } from "../http/resources.ts";
import { sortColumns } from "../http/sort.ts";
import { storedCollection } from "../http/stored-collection.ts";

export const CUSTOMERS_PATH = "/tmf-api/customerManagement/v5";

/** Returns the filter that finds the customer with this id. */
export const ONE_CUSTOMER = (id: string): CustomerFilter => ({ ids: [id], emails: null, sort: [] });

/** Customers of TMF629 v5: people and companies who have ordered. */
export const customers = ({ reads }: { readonly reads: StaleReads }): Collection =>
  storedCollection({
    reads,
    path: `${CUSTOMERS_PATH}/customer`,
    filterOf: customerFilter,
    one: ONE_CUSTOMER,
    page: customersPage,
    show: async (row) => customer(row),
  });

function customerFilter({ filters, sort }: ListQuery): TmfResult<CustomerFilter> {
  const columns = sortColumns(sort, { id: "id" });
  if (!columns.ok) return columns;
  let all: CustomerFilter = { ids: null, emails: null, sort: columns.value };
  for (const { path, operator, values } of filters) {
    if (operator === "eq" && path === "id") all = { ...all, ids: values.map(({ text }) => text) };
    else if (operator === "eq" && path === "contactMedium.emailAddress")
      all = { ...all, emails: values.map(({ text }) => text.toLowerCase()) };
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

/** Returns a customer as TMF629 v5 has it. Its addresses are paths. */
export function customer({ id, email, profile: stored, createdAt }: CustomerRow): Resource {
  const profile = readProfile(stored);
  const { person, address, organisation, phone } = profile;
  const name = organisation?.name || `${person?.firstName ?? ""} ${person?.lastName ?? ""}`.trim();
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
