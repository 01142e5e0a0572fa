import { toJsonSchema, type JsonSchema } from "@valibot/to-json-schema";
import { CATALOGUE_FILES, fileSchema, type CatalogueFileName } from "./file-schema.ts";

/** Returns the file name of a catalogue file's JSON Schema. */
export const schemaFileOf = (name: CatalogueFileName) => name.replace(/\.json$/, ".schema.json");

/**
 * Returns the JSON Schema of a catalogue file for editors, as draft 7, which they support best. A schema cannot express
 * that amounts have at most two decimals, nor contradictions between entries; `kasse catalogue check` detects those
 * errors.
 */
export function catalogueJsonSchema(name: CatalogueFileName): JsonSchema {
  const schema = toJsonSchema(fileSchema(name), {
    target: "draft-07",
    typeMode: "input",
    errorMode: "ignore",
    overrideSchema: ({ jsonSchema }) => withDescriptionOutside(jsonSchema),
  });
  return { $schema: "http://json-schema.org/draft-07/schema#", title: `Kasse catalogue: ${name}`, ...schema };
}

/** Moves the description from an alternative to the field itself, because editors only show it there. */
function withDescriptionOutside(schema: JsonSchema): JsonSchema {
  const described = schema.anyOf?.find((option) => typeof option === "object" && option.description !== undefined);
  if (typeof described !== "object" || schema.description !== undefined) return schema;
  const { description, ...rest } = described;
  const anyOf = schema.anyOf?.map((option) => (option === described ? rest : option)) ?? [];
  return { ...schema, anyOf, ...(description === undefined ? {} : { description }) };
}

/** Returns the names and texts of all schema files. */
export function catalogueSchemaFiles(): readonly { readonly name: string; readonly text: string }[] {
  return CATALOGUE_FILES.map((file) => ({
    name: schemaFileOf(file),
    text: `${JSON.stringify(catalogueJsonSchema(file), null, 2)}\n`,
  }));
}
