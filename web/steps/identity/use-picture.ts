import { useRef, useState } from "react";
import { MAX_PICTURE_BYTES } from "#core/document/picture.ts";
import { isWorthRetrying, type Failure } from "#web/api/failure.ts";
import { uploadDocument } from "#web/api/upload.ts";
import { shrinkPicture } from "#web/pictures/shrink.ts";

/**
 * Whether a file could be a picture. Some browsers report no type for HEIC, so files without a type may be; the server
 * checks the content.
 */
const mayBePicture = ({ type }: File) => type === "" || type.startsWith("image/");

/**
 * The picture of the document. `there`: the server has it; it was sent on this visit (`file`), on an earlier one, or
 * from the phone. `sending`: `sent` is the share sent so far, from 0 to 1. `refused`: the browser did not accept the
 * file. `failed`: the upload failed.
 */
export type Picture =
  | { readonly state: "none" }
  | { readonly state: "there"; readonly from: "file" | "earlier" | "phone"; readonly file: File | null }
  | { readonly state: "sending"; readonly file: File; readonly sent: number }
  | { readonly state: "refused"; readonly reason: "type" | "size" }
  | { readonly state: "failed"; readonly file: File; readonly failure: Failure };

export type PictureControl = {
  readonly picture: Picture;
  /** Sends a file immediately; it replaces the previous one. */
  readonly choose: (file: File) => void;
  /** Sends the file of a failed upload again. */
  readonly retry: () => void;
  readonly takeFromPhone: () => void;
  /**
   * Waits for the current upload, and retries a failed one if that can help. Resolves to the failure if it still
   * failed.
   */
  readonly settled: () => Promise<Failure | null>;
};

/**
 * Returns the state of the picture and its controls. `kept`: the server already has a picture (`prepare/5`). An upload
 * continues after the step is left. `onSent` receives the secret that authorises reading the picture.
 */
export function usePicture(kept: boolean, onSent: (reading: string | undefined) => void): PictureControl {
  const [picture, setPicture] = useState<Picture>(
    kept ? { state: "there", from: "earlier", file: null } : { state: "none" },
  );
  /** The current upload, or the last one. */
  const last = useRef<{ readonly file: File; readonly stop: AbortController; result: Promise<Failure | null> }>(null);

  const send = (file: File): Promise<Failure | null> => {
    last.current?.stop.abort();
    const stop = new AbortController();
    const result = upload(file, stop.signal);
    last.current = { file, stop, result };
    return result;
  };
  /** Uploads a file. Once a newer file has been chosen, this file's state is no longer shown. */
  const upload = async (file: File, signal: AbortSignal): Promise<Failure | null> => {
    const show = (next: Picture) => void (signal.aborted || setPicture(next));
    show({ state: "sending", file, sent: 0 });
    const toSend = await shrinkPicture(file);
    if (toSend.size > MAX_PICTURE_BYTES) {
      show({ state: "refused", reason: "size" });
      return null;
    }
    const onProgress = (sent: number) => show({ state: "sending", file, sent });
    const result = await uploadDocument(toSend, file.name, { onProgress, signal });
    if (result.ok) {
      show({ state: "there", from: "file", file });
      if (!signal.aborted) onSent(result.value.reading);
      return null;
    }
    show({ state: "failed", file, failure: result.failure });
    return result.failure;
  };

  return {
    picture,
    choose(file) {
      if (mayBePicture(file)) return void send(file);
      last.current?.stop.abort();
      last.current = null;
      setPicture({ state: "refused", reason: "type" });
    },
    retry: () => void (last.current && send(last.current.file)),
    takeFromPhone() {
      last.current?.stop.abort();
      last.current = null;
      setPicture({ state: "there", from: "phone", file: null });
    },
    async settled() {
      const failure = (await last.current?.result) ?? null;
      return failure && last.current && isWorthRetrying(failure) ? send(last.current.file) : failure;
    },
  };
}
