/** Node's options for the shop. A young generation of 4 MB keeps it below 150 MB when idle; the default lets it grow to 48 MB. */
export const serverFlags = ["--max-semi-space-size=4"];

/**
 * Where Node keeps compiled code, and the allocator's settings (glibc) for the shop. By default, every thread that decodes pictures keeps up to 64 MB that it has freed; with
 * these, the memory of a picture goes back at once (docs/adr/0017).
 */
export const serverEnvironment = {
  // Compiled code is kept for the next start.
  NODE_COMPILE_CACHE: ".cache/compiled",
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "262144",
  MALLOC_TRIM_THRESHOLD_: "1048576",
};
