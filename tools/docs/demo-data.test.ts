import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { demoCatalogue } from "../../test/support/demo-catalogue.ts";

const page = readFileSync("docs/specification/demo-data.md", "utf8");
const { mobileTariffs, tvTariffs, devices, bundles, boxes } = demoCatalogue;
const codes = [mobileTariffs, tvTariffs, devices, bundles, boxes].flatMap((list) => list.map(({ code }) => code));

test("the page of demo data lists all products of the demo catalogue", () => {
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

test("the page of demo data lists all demo customers with their numbers", () => {
  const { customers } = JSON.parse(readFileSync("demo/customers.json", "utf8")) as {
    customers: { username: string; phone: string }[];
  };
  expect(customers.filter(({ username, phone }) => !page.includes(`\`${username}\` | ${phone}`))).toEqual([]);
});
