import type { LookupAddress } from "node:dns";
import { describe, expect, test } from "vitest";
import { isPublicAddress, publicLookup } from "./public-address.ts";

describe("the addresses of the public internet", () => {
  test.each(["1.1.1.1", "185.12.64.2", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111", "2a00:1450:400a::1"])(
    "%s is one",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each(["::ffff:1.1.1.1", "::ffff:101:101", "64:ff9b::1.1.1.1"])("%s is one in IPv6 form", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ["this host", "0.0.0.0"],
    ["this network", "0.1.2.3"],
    ["loopback", "127.0.0.1"],
    ["all of loopback", "127.255.255.254"],
    ["private", "10.0.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["link-local", "169.254.1.1"],
    ["the metadata of a cloud", "169.254.169.254"],
    ["a carrier's NAT", "100.64.0.1"],
    ["IETF", "192.0.0.1"],
    ["documentation", "192.0.2.1"],
    ["documentation", "198.51.100.1"],
    ["documentation", "203.0.113.1"],
    ["6to4 relays", "192.88.99.1"],
    ["benchmarks", "198.18.0.1"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["this host", "::"],
    ["loopback", "::1"],
    ["loopback in IPv6 form", "::ffff:127.0.0.1"],
    ["loopback in IPv6 form", "::ffff:7f00:1"],
    ["loopback in long IPv6 form", "0:0:0:0:0:ffff:7f00:1"],
    ["private in IPv6 form", "::ffff:10.0.0.1"],
    ["metadata in IPv6 form", "::ffff:a9fe:a9fe"],
    ["loopback in the deprecated form", "::127.0.0.1"],
    ["loopback behind NAT64", "64:ff9b::127.0.0.1"],
    ["private behind NAT64", "64:ff9b::a00:1"],
    ["local NAT64", "64:ff9b:1::1.1.1.1"],
    ["unique local", "fc00::1"],
    ["unique local", "fd12:3456::1"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["Teredo", "2001::1"],
    ["ORCHID", "2001:20::1"],
    ["6to4 of loopback", "2002:7f00:1::1"],
    ["discarded", "100::1"],
    ["not assigned", "4000::1"],
    ["a name", "localhost"],
    ["nothing", ""],
    ["an octal number", "0177.0.0.1"],
    ["a number", "2130706433"],
  ])("%s is not: %s", (_, address) => expect(isPublicAddress(address)).toBe(false));
});

describe("the lookup of connections", () => {
  const v4 = (address: string): LookupAddress => ({ address, family: 4 });
  const answering = (...answers: readonly (readonly LookupAddress[])[]) => {
    let asked = 0;
    return publicLookup((_host, _options, done) => done(null, [...(answers[asked++] ?? [])]));
  };
  const ask = (lookup: ReturnType<typeof publicLookup>, all: boolean) =>
    new Promise<unknown>((resolve) => {
      lookup("platform.example", { all }, (error, addresses, family) =>
        resolve(error ? (error as NodeJS.ErrnoException).code : all ? addresses : [addresses, family]),
      );
    });

  test("gives the connection the addresses that it has checked", async () => {
    expect(await ask(answering([v4("1.1.1.1"), v4("1.0.0.1")]), true)).toEqual([v4("1.1.1.1"), v4("1.0.0.1")]);
    expect(await ask(answering([v4("1.1.1.1")]), false)).toEqual(["1.1.1.1", 4]);
  });

  test("refuses a host with an internal address, also beside a public one, and one without any", async () => {
    expect(await ask(answering([v4("10.0.0.1")]), true)).toBe("KASSE_NOT_PUBLIC");
    expect(await ask(answering([v4("1.1.1.1"), v4("127.0.0.1")]), true)).toBe("KASSE_NOT_PUBLIC");
    expect(await ask(answering([{ address: "::ffff:127.0.0.1", family: 6 }]), false)).toBe("KASSE_NOT_PUBLIC");
    expect(await ask(answering([]), true)).toBe("KASSE_NOT_PUBLIC");
  });

  test("checks every answer, so that a host cannot change its address later", async () => {
    const lookup = answering([v4("1.1.1.1")], [v4("127.0.0.1")]);
    expect(await ask(lookup, true)).toEqual([v4("1.1.1.1")]);
    expect(await ask(lookup, true)).toBe("KASSE_NOT_PUBLIC");
  });

  test("asks for all addresses, and keeps the connection's other wishes", async () => {
    const asked: unknown[] = [];
    const lookup = publicLookup((_host, options, done) => {
      asked.push(options);
      done(null, [v4("1.1.1.1")]);
    });
    await new Promise((resolve) => lookup("platform.example", { family: 4, all: false }, resolve));
    expect(asked).toEqual([{ family: 4, all: true }]);
  });

  test("passes errors on", async () => {
    const lookup = publicLookup((_host, _options, done) =>
      done(Object.assign(new Error("no"), { code: "ENOTFOUND" }), []),
    );
    expect(await ask(lookup, true)).toBe("ENOTFOUND");
  });
});
