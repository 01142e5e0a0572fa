/** The action of a line that says how another one has ended. Its subject is that line, its reason the outcome. */
export const OUTCOME_ACTION = "outcome";
/** A line as the subject of another. No other subject looks like that (`subjectOf`). */
export const lineAsSubject = (seq: number): string => `line ${seq}`;
