export * from "structured-headers";
