import { projectPath } from "./paths.mjs";

/**
 * Node's options for the shop. A young generation of 4 MB keeps the process small when idle; by default, it would grow
 * to 48 MB.
 */
export const serverFlags = ["--max-semi-space-size=4"];

/** Environment variables that make Node store compiled code for the next start. */
export const compiled = { NODE_COMPILE_CACHE: projectPath(".cache/compiled") };

/**
 * The environment variables of the shop, including settings for the memory allocator (glibc). By default, every thread
 * that decodes pictures keeps up to 64 MB of freed memory; with these settings, a picture's memory is returned
 * immediately (docs/adr/0017).
 */
export const serverEnvironment = {
  ...compiled,
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "262144",
  MALLOC_TRIM_THRESHOLD_: "1048576",
};
