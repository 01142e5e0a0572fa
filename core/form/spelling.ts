import { FORM_FIELDS, type SnakeField } from "./fields.ts";

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : "";
type Inside = { readonly [Name in SnakeField as Snake<Name>]: Name };

/** The name of a field on the wire. */
export type WireName<Name> = Name extends SnakeField ? Snake<Name> : Name;
/** The internal name of a field on the wire. */
export type InsideName<Name> = Name extends keyof Inside ? Inside[Name] : Name;
/** Fields under their names on the wire. */
export type OnWire<Fields> = { [Name in keyof Fields as WireName<Name>]: Fields[Name] };
/** Fields from the wire under their internal names. */
export type FromWire<Fields> = { [Name in keyof Fields as InsideName<Name>]: Fields[Name] };

const ROWS = FORM_FIELDS as Readonly<Record<string, { readonly snake?: boolean }>>;

export const wireName = <Name extends string>(name: Name) =>
  (ROWS[name]?.snake ? name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`) : name) as WireName<Name>;
export const insideName = <Name extends string>(name: Name) =>
  (name.includes("_") ? name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase()) : name) as InsideName<Name>;

const renamed = (fields: object, nameOf: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [nameOf(name), value]));

/** Renames fields of the form to their names on the wire and in stored JSON; other names stay as they are. */
export const toWire = <Fields extends object>(fields: Fields) => renamed(fields, wireName) as OnWire<Fields>;
/** Renames fields from the wire or from stored JSON to their internal names. Converts every name with an underscore. */
export const fromWire = <Fields extends object>(fields: Fields) => renamed(fields, insideName) as FromWire<Fields>;
