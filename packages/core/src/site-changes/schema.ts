import * as z from 'zod'
import { Id } from '../kernel/fields.ts'
import { Paged } from '../kernel/pages.ts'
import { SitePage } from '../site-content/schema.ts'

/** Days ahead that can be asked for, and are unless it is said. */
export const SITE_CHANGE_DAYS = 90
/** Collections and events that are named with a title; their number is told beside them. */
export const SITE_CHANGE_NAMES = 5

/** What a title does: the site shows it from then on, or no longer. */
export const SiteChangeKind = z.enum(['comes', 'leaves'])
export type SiteChangeKind = z.infer<typeof SiteChangeKind>

const some = <S extends z.ZodType>(row: S) =>
  z.object({
    total: z.int(),
    /** The first of them by name. */
    data: z.array(row),
  })

/** A title that comes to a site or leaves it by its dates (C-144), with what of the site holds it. */
export const SiteChange = z.object({
  tag: z.string(),
  className: z.string(),
  classLanguageCode: z.string().nullable(),
  kind: SiteChangeKind,
  at: z.string(),
  /** Active collections that it is in. */
  collections: some(z.object({ collectionTag: z.string(), name: z.string() })),
  /** Active events to come that play it. */
  events: some(z.object({ eventId: z.string(), title: z.string() })),
})
export type SiteChange = z.infer<typeof SiteChange>

export const SiteChangesInput = SitePage.extend({
  tenantId: Id.min(1).optional(),
  days: z.int().min(1).max(SITE_CHANGE_DAYS).default(SITE_CHANGE_DAYS),
  kind: SiteChangeKind.optional(),
})

/** The next first; the counts are of all of them, whichever kind is asked for. */
export const SiteChanges = Paged(SiteChange).extend({
  comes: z.int(),
  leaves: z.int(),
  /** Where the period ends. */
  until: z.string(),
  /** In which the days of titles are counted. */
  timeZone: z.string(),
})
export type SiteChanges = z.infer<typeof SiteChanges>
