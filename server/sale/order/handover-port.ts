/** Delivers events to the operator's systems, at least once. The event's id is for de-duplication. Throws to be retried. */
export type HandoverPort = { deliver(event: { eventId: string; event: object }): Promise<void> };
