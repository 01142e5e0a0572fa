/** The server's clock. Every rule that depends on the time uses it, so that a test can set the time for the whole server. */
export type Clock = () => Date;
