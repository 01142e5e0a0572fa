export { default } from "smpp";
export type { GsmCoder, Pdu, SmppSession } from "smpp";
