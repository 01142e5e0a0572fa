const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Whether a text is a UUID. The database throws for anything else. */
export const isUuid = (text: string): boolean => UUID.test(text);
