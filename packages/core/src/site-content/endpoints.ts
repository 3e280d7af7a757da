import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, callsFor, noun } from '../kernel/endpoint.ts'
import { Id, IetfTag, Version } from '../kernel/fields.ts'
import { ShortPageInput } from '../kernel/pages.ts'
import { TermsFile } from '../terms/schema.ts'
import { IngestResult, LenientList, MemberRowResult } from './ingest.ts'
import {
  InboundSource,
  MEMBERS_AT_ONCE,
  PLAYS_AT_ONCE,
  REVIEWS_AT_ONCE,
  ShownSite,
  SiteAsOf,
  SiteChannel,
  SiteCollection,
  SiteCollectionSearch,
  SiteMember,
  SiteMemberInput,
  SiteMemberQuestion,
  SiteMemberRow,
  SitePage,
  SitePageOf,
  SitePlay,
  SiteReview,
  SiteSchedule,
  SiteScheduleSearch,
  SiteStream,
  SiteSubscription,
  SiteTitle,
  SiteTitleDetail,
  SiteTitleSearch,
} from './schema.ts'

const sites = callsFor({ allow: 'site', scope: 'tenant' })
/** LIVE-03: staff read what the site does, at any moment. */
const reading = callsFor({
  allow: 'site',
  scope: 'site',
  staff: [Role.Admin, Role.Tenant, Role.Support],
})
const asked = SiteAsOf.shape
const byTag = z.object({ tag: Id })
const ingestResults = z.object({ data: z.array(IngestResult) })

/**
 * Calls for a customer’s site, made with its tenant’s token (TENANT-27, C-120, †). Staff read
 * with `tenantId`, and with `asOf` as it was or will be (decision 0136).
 */
export const siteContent = noun('site-content', {
  titles: reading.get('/api/v1/site/titles', {
    summary: '† The titles that the tenant’s site shows, the newest first',
    input: SiteTitleSearch.extend(asked),
    output: SitePageOf(SiteTitle),
  }),
  title: reading.get('/api/v1/site/titles/{tag}', {
    summary: '† One of these titles with its captions and documents',
    input: byTag.extend(asked),
    output: SiteTitleDetail,
  }),
  streamingLink: sites.get('/api/v1/site/titles/{tag}/streaminglink', {
    summary:
      '† A link that plays one of these titles for a while, or an event from ten minutes before it starts until it ends; with a member’s userId, until the member is turned off',
    input: byTag.extend(SiteMemberInput.partial().shape),
    output: SiteStream,
  }),
  collections: reading.get('/api/v1/site/collections', {
    summary:
      '† The tenant’s active collections in display order, with classes that are shown and active documents',
    input: SiteCollectionSearch.extend(asked),
    output: SitePageOf(SiteCollection),
  }),
  channels: reading.get('/api/v1/site/channels', {
    summary: '† The active channels that are published to the tenant’s site, by name',
    input: SitePage.extend(asked),
    output: SitePageOf(SiteChannel),
  }),
  document: sites.get('/api/v1/site/documents/{documentId}', {
    summary: '† The PDF of a document that a title or a collection of the site shows, whole or by ranges',
    input: z.object({ documentId: Id }),
    output: binary('application/pdf'),
  }),
  subscriptions: reading.get('/api/v1/site/subscriptions', {
    summary: '† The tenant’s active subscription packages, by title',
    input: SitePage.extend(asked),
    output: SitePageOf(SiteSubscription),
  }),
  schedule: reading.get('/api/v1/site/schedule', {
    summary: '† When the tenant’s active events happen, a week from now unless start and end are given',
    input: SiteScheduleSearch.extend(asked),
    output: SiteSchedule,
  }),
  settings: reading.get('/api/v1/site/settings', {
    summary: '† What the tenant’s site looks like and links to, with its languages',
    input: SiteAsOf,
    output: ShownSite,
    // F-2: administrators see no contact e-mail.
    staff: [Role.Tenant, Role.Support],
  }),
  terms: reading.get('/api/v1/site/terms', {
    summary: '† The versions of the tenant’s terms, the newest first, a row for each language',
    input: ShortPageInput.extend(asked),
    output: SitePageOf(TermsFile),
  }),
  termsFile: sites.get('/api/v1/site/terms/{versionnumber}/{languageCode}', {
    summary: '† One language of a version, as it was uploaded',
    input: z.object({ versionnumber: Version, languageCode: IetfTag }),
    output: binary('text/html; charset=utf-8'),
  }),
  member: sites.post('/api/v1/site/member', {
    summary:
      '† Whether a member may come in, and what it has subscribed to; asked by the site’s server where it lets one in',
    input: SiteMemberQuestion,
    output: SiteMember,
  }),
  addMembers: sites.post('/api/v1/site/members', {
    summary:
      '† Hands in members and what they have subscribed to, a row for each item; each row has its result, and the same again changes nothing (C-146)',
    input: z.object({
      source: InboundSource.optional(),
      members: LenientList(SiteMemberRow, MEMBERS_AT_ONCE),
    }),
    output: z.object({ data: z.array(MemberRowResult) }),
  }),
  addReviews: sites.post('/api/v1/site/reviews', {
    summary:
      '† Hands in what members wrote about titles; each has its result, and the same id counts once (C-120)',
    input: z.object({ reviews: LenientList(SiteReview, REVIEWS_AT_ONCE) }),
    output: ingestResults,
  }),
  addPlays: sites.post('/api/v1/site/plays', {
    summary:
      '† Hands in what members played; each has its result, and the same id counts once (C-119, C-120)',
    input: z.object({ plays: LenientList(SitePlay, PLAYS_AT_ONCE) }),
    output: ingestResults,
  }),
})
