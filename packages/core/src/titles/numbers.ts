/** The days that a list tells of, today being the last. */
export const RECENT_DAYS = 30
/** Days that a title's own numbers go back at most. */
export const NUMBERS_DAYS_MAX = 366

/** Into how many parts of a video plays are told apart by how far they get. */
export const REACH_PARTS = 10

/** Completed plays as a part of all, 0 to 1; null without plays. */
export const toCompletion = ({ plays, completed }: { plays: number; completed: number }): number | null =>
  plays === 0 ? null : completed / plays
