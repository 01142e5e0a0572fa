/** A system behind Kasse did not answer, or not sensibly: the shopper is told to try again (503), and nothing is lost. */
export class Unavailable extends Error {}
