/** Reads and writes the PDUs of SMPP 3.4 (section 4) byte by byte. */

export type Address = { readonly ton: number; readonly npi: number; readonly address: string };
export type Submitted = {
  readonly from: Address;
  readonly to: Address;
  readonly esmClass: number;
  readonly validity: string;
  readonly registered: number;
  readonly dataCoding: number;
  readonly message: Buffer;
};
export type Bind = {
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  readonly version: number;
};

function reader(bytes: Buffer) {
  let at = 0;
  return {
    byte: () => bytes[at++] ?? 0,
    text() {
      const end = bytes.indexOf(0, at);
      const text = bytes.toString("latin1", at, end);
      at = end + 1;
      return text;
    },
    rest: (length: number) => bytes.subarray(at, at + length),
  };
}

/** Reads the body of bind_transceiver (4.1.5). */
export function readBind(body: Buffer): Bind {
  const read = reader(body);
  return { systemId: read.text(), password: read.text(), systemType: read.text(), version: read.byte() };
}

/** Reads the body of submit_sm (4.4.1). */
export function readSubmit(body: Buffer): Submitted {
  const read = reader(body);
  read.text(); // service_type
  const address = () => ({ ton: read.byte(), npi: read.byte(), address: read.text() });
  const [from, to] = [address(), address()];
  const esmClass = read.byte();
  read.byte(); // protocol_id
  read.byte(); // priority_flag
  read.text(); // schedule_delivery_time
  const validity = read.text();
  const registered = read.byte();
  read.byte(); // replace_if_present_flag
  const dataCoding = read.byte();
  read.byte(); // sm_default_msg_id
  return { from, to, esmClass, validity, registered, dataCoding, message: Buffer.from(read.rest(read.byte())) };
}

export function pdu(command: number, status: number, sequence: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(16 + body.length, 0);
  header.writeUInt32BE(command >>> 0, 4);
  header.writeUInt32BE(status, 8);
  header.writeUInt32BE(sequence, 12);
  return Buffer.concat([header, body]);
}

const cString = (text: string) => Buffer.from(`${text}\0`, "latin1");
const address = ({ ton, npi, address: digits }: Address) => Buffer.concat([Buffer.from([ton, npi]), cString(digits)]);

/** Returns the body of deliver_sm (4.6.1). */
export function deliverBody(from: Address, to: Address, esmClass: number, text: string, tlvs: readonly Buffer[] = []) {
  const message = Buffer.from(text, "latin1");
  return Buffer.concat([
    cString(""),
    address(from),
    address(to),
    Buffer.from([esmClass, 0, 0]),
    cString(""),
    cString(""),
    Buffer.from([0, 0, 0, 0, message.length]),
    message,
    ...tlvs,
  ]);
}

/** Returns an optional parameter (3.2.4.1). */
function tlv(tag: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}
export const idTlv = (id: string) => tlv(0x1e, cString(id));
export const stateTlv = (state: number) => tlv(0x427, Buffer.from([state]));
