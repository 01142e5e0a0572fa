import { useState } from "react";
import { MAX_PICTURE_BYTES } from "#core/picture.ts";
import { shrinkPicture } from "#web/pictures/shrink.ts";

/** The types that can be chosen; the server decides by the content. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];

/** A picture that was chosen; `toSend` is what is sent of it, which may still be being made. */
export type Picture = { readonly file: File; readonly toSend: Promise<Blob> };
/** Why a file was refused. */
export type Refusal = "type" | "size";
type Choice = { readonly picture: Picture | null; readonly refused: Refusal | null };

const NONE: Choice = { picture: null, refused: null };

/** The chosen picture of the document. It is shrunk at once, so that it is ready when the form is sent. */
export function usePicture() {
  const [choice, setChoice] = useState(NONE);

  const choose = (file: File): void => {
    if (!PICTURE_TYPES.includes(file.type)) {
      setChoice({ picture: null, refused: "type" });
      return;
    }
    const picture = { file, toSend: shrinkPicture(file) };
    setChoice({ picture, refused: null });
    void picture.toSend.then(({ size }) => {
      if (size > MAX_PICTURE_BYTES)
        setChoice((now) => (now.picture === picture ? { picture: null, refused: "size" } : now));
    });
  };
  return { ...choice, choose, forget: () => setChoice(NONE) };
}
