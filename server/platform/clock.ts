/** The one clock: every rule that depends on the time takes it from here, so a test can set it for the whole server. */
export type Clock = () => Date;
