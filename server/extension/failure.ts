/** An extension has failed at the start. The message is for the operator. */
export class ExtensionError extends Error {
  override readonly name = "ExtensionError";
}
