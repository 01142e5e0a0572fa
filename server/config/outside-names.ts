/** Returns the names in a value of the setting `EXTENSIONS`. */
export const outsideNames = (value: string): readonly string[] =>
  value
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
