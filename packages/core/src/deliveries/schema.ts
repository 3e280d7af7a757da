import * as z from 'zod'
import { Id } from '../kernel/fields.ts'
import { PageInput } from '../kernel/pages.ts'

/** How far a title is on its way to JW Player for one site (C-139). */
export const DeliveryStatus = z.enum(['waiting', 'processing', 'ready', 'failed', 'leaving'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** What stands in its way; each has a text that says what helps. */
export const DeliveryProblem = z.enum([
  /** Neither the site nor the title’s provider has a site id and a secret of JW Player. */
  'noCredentials',
  /** KINORA_PUBLIC_URL isn’t set, so that JW Player has nowhere to fetch from. */
  'noAddress',
  /** The title has no uploaded file. */
  'noFile',
  /** 401, 403: the secret is wrong, or may not do this. */
  'refused',
  /** 404: there is no such site. */
  'siteUnknown',
  /** 400, 422: it was told what it doesn’t take. */
  'invalid',
  /** 429 */
  'busy',
  /** No answer, or 5xx. */
  'unreachable',
  /** It could not fetch or process the file. */
  'failed',
])
export type DeliveryProblem = z.infer<typeof DeliveryProblem>

/** † A title at JW Player for one site on media platform 1. */
export const Delivery = z.object({
  titleTag: z.string(),
  className: z.string(),
  classLanguageCode: z.string().nullable(),
  tenantId: z.string(),
  tenantName: z.string(),
  status: DeliveryStatus,
  /** The site id at JW Player; null before the first call. */
  siteId: z.string().nullable(),
  mediaId: z.string().nullable(),
  problem: DeliveryProblem.nullable(),
  /** What JW Player said, in its own words; empty where it said nothing. */
  detail: z.string(),
  /** Attempts since the last success. */
  tries: z.int(),
  /** When it is tried or looked at next; null where a person has to act first. */
  nextDate: z.string().nullable(),
  updatedDate: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

export const DeliveryFilter = PageInput.extend({
  titleTag: Id.optional(),
  tenantId: Id.optional(),
  status: DeliveryStatus.optional(),
})

/** † Whether the server can hand titles to JW Player, and how many stand how. */
export const DeliveryState = z.object({
  /** Where JW Player is asked. */
  address: z.string(),
  /** KINORA_PUBLIC_URL is set, from which JW Player fetches. */
  isReady: z.boolean(),
  counts: z.record(DeliveryStatus, z.int()),
})
export type DeliveryState = z.infer<typeof DeliveryState>
