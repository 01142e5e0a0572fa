export { default } from "connect-sdk-nodejs";
export type { V1Client } from "connect-sdk-nodejs/lib/v1/model/index.js";
