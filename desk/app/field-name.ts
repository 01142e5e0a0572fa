import { useTexts } from "./texts.tsx";

/** Returns a function that gives the name of a field as the shopper read it; its own name if the desk has none for it. */
export function useFieldName(): (name: string) => string {
  const t = useTexts("orders");
  return (name) => {
    const key = `fields.${name}` as "fields.first_name";
    return t.has(key) ? t(key) : name;
  };
}
