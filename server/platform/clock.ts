/** The server's clock. Every time-dependent rule uses it, so that a test can set the time of the whole server. */
export type Clock = () => Date;
