const person = {
  salutation: "Herr",
  first_name: "Gian",
  last_name: "Lücke",
  day: "",
  month: "",
  year: "",
  mobilePhone: "41784100001",
};

/** Customers of the operator in addition to the demo ones, with the demo password: their records have gaps. */
export const GAPS = {
  residential: {
    userId: "200001",
    username: "gap@example.ch",
    phone: "41784100001",
    solvent: true,
    contracts: [{ contractType: "Residential" }],
    person,
    address: { address: "", number: "4", postal_code: "8002", city: "Zürich", address_id: "200900001" },
  },
  business: {
    userId: "200002",
    username: "firma@example.ch",
    phone: "41784100002",
    solvent: true,
    contracts: [{ contractType: "Business" }],
    person,
    address: null,
  },
};
