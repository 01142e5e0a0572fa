/** Hands an event over to the operator's systems: at least once, with the event's id for de-duplication. */
export type HandoverPort = { deliver(event: { eventId: string; event: object }): Promise<void> };
