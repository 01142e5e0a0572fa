/**
 * SHA-256 digests of earlier contents of a migration, by its file name. Versions before 1.0.0 ran these contents, which
 * differ only in their comments, so a database that recorded one of them is the same as one with today's file.
 */
export const EARLIER_DIGESTS: Readonly<Record<string, readonly string[]>> = {
  "0013_order_states.sql": ["1cc170f35b314e7135747436d3dae46c6650d77054a94b4169d72a8787f64bee"],
  "0014_document_claims.sql": ["bf3235da82924143655c5afd7664cd3be432b5e2b9ad3e3dd41e9c12f7a55890"],
  "0026_esim_orders.sql": ["a5b59044a1d977d5cc44fc066a673ab210bae752c1409286c40fbf543ff44093"],
  "0052_experiments.sql": [
    "747e71eac1195b38428b57f03c68bd5b3837ebfa77e15352b96879306cf1bfc8",
    "c03c0bdf42a88d7b79b1bf7b69aa4a8ac874662a6e9e3fa27dfd80b22ab99106",
  ],
};
