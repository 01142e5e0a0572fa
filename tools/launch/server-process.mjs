import { at } from "./paths.mjs";

/**
 * Node's options for the shop. A young generation of 4 MB keeps it small when idle; the default lets it grow to 48 MB.
 */
export const serverFlags = ["--max-semi-space-size=4"];

/** Environment that makes Node store compiled code for the next start. */
export const compiled = { NODE_COMPILE_CACHE: at(".cache/compiled") };

/**
 * The environment of the shop, with settings of the allocator (glibc): by default, every thread that decodes pictures
 * keeps up to 64 MB of freed memory; with these, the memory of a picture is returned immediately (docs/adr/0017).
 */
export const serverEnvironment = {
  ...compiled,
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "262144",
  MALLOC_TRIM_THRESHOLD_: "1048576",
};
