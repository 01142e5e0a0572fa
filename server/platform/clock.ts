/**
 * The server's clock. Every rule that depends on the time uses it, so that a test can set the time of the whole server.
 */
export type Clock = () => Date;
