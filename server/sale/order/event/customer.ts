import type { EventOrder } from "./order.ts";

/**
 * The customer. TMF622 has a reference here, which is extensible, so the person's data is included, with what VÜPF Art. 20a asks for: the
 * names, birth date, document, nationalities and address, a reference to the copy, and for prepaid the time, channel and recorder.
 */
export function customerParty(order: EventOrder): object {
  const { customer: form, business, organisation } = order;
  const person = `${form.first_name} ${form.last_name}`;
  const birthDate = `${form.year}-${form.month.padStart(2, "0")}-${form.day.padStart(2, "0")}T00:00:00Z`;
  return {
    "@type": "RelatedPartyRefOrPartyRoleRef",
    role: "customer",
    partyOrPartyRole: {
      "@type": "PartyRef",
      "@referredType": business ? "Organization" : "Individual",
      id: order.customerId,
      name: business ? (organisation?.name ?? person) : person,
      ...(business && { isLegalEntity: true, contactPerson: person }),
      ...(organisation?.uid !== undefined && { organizationIdentification: [uidOf(organisation.uid)] }),
      existingCustomer: order.existingCustomer,
      givenName: form.first_name,
      familyName: form.last_name,
      title: form.salutation,
      birthDate,
      nationality: form.citizenship,
      nationalities: [form.citizenship],
      individualIdentification: [identification(order)],
      contactMedium: [
        { "@type": "ContactMedium", contactType: "email", emailAddress: order.email },
        { "@type": "ContactMedium", contactType: "mobile", phoneNumber: form.mobilePhone },
        {
          "@type": "ContactMedium",
          contactType: "home",
          street1: [form.address, form.number].filter(Boolean).join(" "),
          postCode: form.postal_code,
          city: form.city,
          country: "CH",
        },
      ],
    },
  };
}

/** The number of a company in the Swiss register. */
const uidOf = (identificationId: string) => ({
  "@type": "OrganizationIdentification",
  identificationType: "UID",
  identificationId,
});

function identification({ customer: form, seller, at, documentUrl }: EventOrder): object {
  return {
    "@type": "IndividualIdentification",
    identificationType: form.identifiedBy,
    identificationId: form.idNo,
    issuingAuthority: form.issuer,
    issuingDate: `${form.issueDate}T00:00:00Z`,
    validFor: { endDateTime: `${form.validUntil}T23:59:59Z` },
    recordedAt: at.toISOString(),
    recordedBy: seller,
    channel: "online-shop",
    ...(documentUrl && {
      attachment: [
        {
          "@type": "AttachmentRef",
          "@referredType": "Attachment",
          id: documentUrl.split("/").at(-1) ?? "",
          name: "copy of the identity document",
          href: documentUrl,
          mimeType: "image/jpeg",
        },
      ],
    }),
  };
}
