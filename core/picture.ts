/** Most bytes of the picture of a document as it is sent (specification 5): 10 MB. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** Pixels of the longest side that is kept: enough to read a document. More would only be sent for nothing. */
export const PICTURE_SIDE = 2400;
