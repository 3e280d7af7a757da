import * as z from 'zod'

/** The days that a list tells of, today being the last. */
export const RECENT_DAYS = 30
/** Days that a title's own numbers go back at most. */
export const NUMBERS_DAYS_MAX = 366

/** What plays of a second or more come to (C-133), by days of UTC (C-118). */
const Played = z.object({ plays: z.int(), completed: z.int(), minutes: z.number() })

/** † The last days of one title, for a row of a list. */
export const RecentPlays = Played.extend({
  tag: z.string(),
  /** Plays of each of the `RECENT_DAYS`, the oldest first. */
  days: z.array(z.int()),
})
export type RecentPlays = z.infer<typeof RecentPlays>

/** † A title's own numbers, of the sites that the caller may ask about. */
export const TitleNumbers = Played.extend({
  /** As 2026-11-20, both included. */
  from: z.string(),
  to: z.string(),
  /** People who watched, each once for every site. */
  members: z.int(),
  /** The part of the video that a play lasts on average, 0 to 1; null without plays or a length. */
  reach: z.number().nullable(),
  /** Plays that got to at least 0, 10, 20 … 100 percent of the video; empty where none is of a video whose length was known. */
  reached: z.array(z.int()),
  /** Every day, also those without plays. */
  days: z.array(z.object({ day: z.string(), plays: z.int() })),
  /** The most played first. */
  sites: z.array(Played.extend({ tenantId: z.string(), name: z.string(), members: z.int() })),
  /** All that were ever written. */
  reviews: z.object({ count: z.int(), average: z.number().nullable() }),
})
export type TitleNumbers = z.infer<typeof TitleNumbers>

/** Into how many parts of a video plays are told apart by how far they get. */
export const REACH_PARTS = 10

/** Completed plays as a part of all, 0 to 1; null without plays. */
export const toCompletion = ({ plays, completed }: { plays: number; completed: number }): number | null =>
  plays === 0 ? null : completed / plays
