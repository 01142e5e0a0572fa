/** Maximum size of an uploaded picture of a document, in bytes: 10 MB (specification 5). */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** The longest side of a stored picture, in pixels. This is enough to read a document. */
export const PICTURE_SIDE = 2400;
