/**
 * How questions to the network end. `notCovered`: the number is of another network. `refused`: the network refuses the
 * shop's request or its client. `busy`: too many requests. `down`: no usable answer in time. `skipped`: it was not
 * asked, because it failed repeatedly.
 */
export type NetworkOutcome = "yes" | "no" | "notCovered" | "refused" | "busy" | "down" | "skipped";

/** Counts a question to the network, because each is paid for. */
export type CountNetworkCall = (api: "simSwap", outcome: NetworkOutcome) => void;
