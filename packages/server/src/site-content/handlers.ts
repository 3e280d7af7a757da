import {
  checkEach,
  checkPlayTime,
  type EntitlementRule,
  type Issue,
  inList,
  isAhead,
  KinoraError,
  type MessageKey,
  type Page,
  pageOf,
  type ShownSite,
  type SiteMoment,
  SitePlay,
  SiteReview,
  type siteContent,
  type Title,
  toInstant,
} from '@kinora/core'
import { atAnyMoment } from '../as-of/index.ts'
import { readCaptions, toCaption } from '../captions/index.ts'
import { hiddenOnSite } from '../categories/index.ts'
import { listShownCollections } from '../collections/index.ts'
import type { Deps } from '../deps.ts'
import {
  documentsOfTitle,
  openShownDocument,
  readShownDocuments,
  toSiteDocument,
} from '../documents/index.ts'
import { explainToSite } from '../entitlements/index.ts'
import { readShownSchedule } from '../events/index.ts'
import type { Context, Handler, Handlers } from '../kernel/handlers.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { type OfTenant, systemScope } from '../kernel/scope.ts'
import { siteLink } from '../live/index.ts'
import {
  assertMayEnter,
  isKnownMember,
  offSince,
  readSiteMember,
  recordConsent,
  recordVisit,
} from '../members/index.ts'
import { findSitePlays, insertSitePlays, playText } from '../playback/index.ts'
import type { Database } from '../ports/db.ts'
import { findSiteReviews, insertSiteReviews, reviewText } from '../reviews/index.ts'
import { readSite } from '../site/index.ts'
import { assertSiteRateLimit } from '../site-access/index.ts'
import { listShownChannels } from '../stored-channels/index.ts'
import { listShownSubscriptions } from '../subscriptions/index.ts'
import { readSiteParts } from '../tenant-settings/index.ts'
import { findTenant, readSiteMoment } from '../tenants/index.ts'
import { listTerms, openTerms } from '../terms/index.ts'
import { findClassRows, searchPublished, streamingLink, toTitlePage } from '../titles/index.ts'
import { ingest, type Kind } from './ingest.ts'
import { addMembers } from './members.ts'

async function readSettings({ scope, deps: { db, clock } }: Context<OfTenant>): Promise<ShownSite> {
  const tenant = await findTenant(scope, db, { tenantId: scope.tenantId, now: clock.now() })
  if (tenant === undefined) throw notFound()
  const all = await readSite(scope, db)
  const { tenantId, name, languageCodes, languageTag, timeZoneInfo } = tenant
  const { activatedProducts, connect, siteSourceType } = tenant
  const one = <T extends (typeof all)[number]['configurationType']>(type: T) => ofType(all, type)[0] ?? null
  return {
    tenantId,
    name,
    languageCodes,
    languageTag,
    timeZoneInfo,
    activatedProducts,
    connect,
    siteSourceType,
    ...(await readSiteParts(db, tenant)),
    general: one('general'),
    web: one('web'),
    mobile: one('mobile'),
    social: ofType(all, 'social').filter(link => link.status),
    app: ofType(all, 'app'),
    custom: ofType(all, 'custom').filter(link => link.status),
  }
}

function ofType<S extends { configurationType: string }, T extends S['configurationType']>(
  all: readonly S[],
  type: T,
): Extract<S, { configurationType: T }>[] {
  return all.filter((each): each is Extract<S, { configurationType: T }> => each.configurationType === type)
}

const kindAt = (now: Date): Kind<SitePlay> => ({
  list: 'plays',
  idKey: 'playId',
  differs: 'siteContent.playDiffers',
  idOf: play => play.playId,
  subjectOf: play => play,
  textOf: playText,
  find: findSitePlays,
  insert: (site, tx, plays) => insertSitePlays(site, tx, { plays, now }),
})

/** A play that can have been, as it is stored: an instant, and thousandths of a second. */
const storedAt = (now: Date) =>
  SitePlay.superRefine((play, { addIssue }) => {
    const issue = checkPlayTime(play, now)
    if (issue !== undefined) addIssue({ code: 'custom', path: [issue.path], message: issue.code })
  }).transform(play => ({
    ...play,
    startedAt: toInstant(play.startedAt),
    secondsWatched: Math.round(play.secondsWatched * 1000) / 1000,
  }))

/** C-119, C-120: they count at once, beside those of uploads. */
const addPlays: Handler<typeof siteContent.addPlays> = async ({ plays }, { scope, deps }) => {
  await assertSiteRateLimit('plays', scope.tenantId, deps)
  const now = deps.clock.now()
  const kind = kindAt(now)
  const checked = checkEach(storedAt(now), plays, kind)
  const players = checked.flatMap(each => ('entry' in each ? [each.entry.userId] : []))
  const off = await offSince(scope, deps.db, players)
  // What was played before comes late and counts.
  const given = checked.map((each, index) => {
    const since = 'entry' in each ? off.get(each.entry.userId) : undefined
    if (!('entry' in each) || since === undefined || new Date(each.entry.startedAt) < since) return each
    return {
      id: each.id,
      issues: [inList({ path: 'userId', code: 'siteContent.memberOff' }, 'plays', index)],
    }
  })
  return { data: await ingest(scope, deps.db, { kind, given }) }
}

const reviewKind = (now: Date): Kind<SiteReview> => ({
  list: 'reviews',
  idKey: 'reviewId',
  differs: 'siteContent.reviewDiffers',
  idOf: review => review.reviewId,
  subjectOf: review => review,
  textOf: reviewText,
  find: findSiteReviews,
  insert: (scope, tx, reviews) => insertSiteReviews(scope, tx, { reviews, now }),
})

/** A review that can have been written, as it is stored: its date is an instant. */
const reviewAt = (now: Date) =>
  SiteReview.superRefine(({ date }, { addIssue }) => {
    if (isAhead(date, now))
      addIssue({ code: 'custom', path: ['date'], message: 'playback.future' satisfies MessageKey })
  }).transform(review => ({ ...review, date: toInstant(review.date) }))

/** C-120 */
const addReviews: Handler<typeof siteContent.addReviews> = async ({ reviews }, { scope, deps }) => {
  await assertSiteRateLimit('reviews', scope.tenantId, deps)
  const now = deps.clock.now()
  const kind = reviewKind(now)
  const given = checkEach(reviewAt(now), reviews, kind)
  return { data: await ingest(scope, deps.db, { kind, given }) }
}

/** TENANT-27, C-120: what a customer's site reads and hands in; its token says whose it is. */
export const siteContentHandlers: Handlers<typeof siteContent> = {
  titles: atAnyMoment(async (input, { scope, deps }) => {
    const moment = await momentOf(scope, deps)
    const { tenantId, product } = scope
    const asked = { ...input, tenantId, product, moment, isListed: true }
    const found = await searchPublished(deps.db, asked)
    return ofSite(scope, deps.db, await toTitlePage({ deps, scope }, found, input))
  }),
  title: atAnyMoment(async ({ tag }, { scope, deps }) => {
    const moment = await momentOf(scope, deps)
    const { tenantId, product } = scope
    const one = { tenantId, product, moment, titleTags: [tag], page: 1, take: 1 }
    const rows = isPreviewed(scope, tag)
      ? { rows: await findClassRows(scope, deps.db, [tag]), total: 1 }
      : await searchPublished(deps.db, one)
    const found = await toTitlePage({ deps, scope }, rows, one)
    const [title] = (await ofSite(scope, deps.db, found)).data
    if (title === undefined) throw notFound()
    // Whoever owns the title: the site shows it.
    const captions = await readCaptions(systemScope, deps.db, tag)
    const documents = await documentsOfTitle(scope, deps.db, { tag, moment })
    return {
      ...title,
      captions: captions.map(track => toCaption(track, title.durationSecond)),
      documents: documents.map(toSiteDocument),
    }
  }),
  async streamingLink({ tag, userId: member }, { scope, deps }) {
    const { tenantId, product } = scope
    // As staff play it in the portal, whatever the site shows.
    if (isPreviewed(scope, tag))
      return {
        ...(await streamingLink({ tenant: tenantId, tag }, { scope: { kind: 'tenant', tenantId }, deps })),
        startsAt: null,
        endsAt: null,
      }
    if (member !== undefined) await assertMayWatch(scope, deps, { member, tag })
    const isMember = member !== undefined && (await isKnownMember(scope, deps.db, member))
    const link = await siteLink(tag, { tenantId, product, member, isMember }, deps)
    // Staff who look at the site as a member are no visit of that member’s.
    if (member !== undefined && scope.preview === undefined)
      await visited(scope, deps, { externalUserId: member, act: 'access' })
    return link
  },
  async member({ userId, termsVersion, isSignIn }, { scope, deps }) {
    if (termsVersion !== undefined)
      await recordConsent(scope, deps.db, { externalUserId: userId, termsVersion })
    const member = await readSiteMember(scope, deps.db, userId)
    if (member.isActive && isSignIn) await visited(scope, deps, { externalUserId: userId, act: 'signIn' })
    return member
  },

  collections: atAnyMoment(async (input, { scope, deps }) => {
    const found = await listShownCollections(scope, deps, input)
    const known = await readShownDocuments(
      scope,
      deps.db,
      found.data.flatMap(({ documentIds }) => documentIds),
    )
    const documentsOf = (ids: readonly string[]) => ids.flatMap(id => known.get(id) ?? []).map(toSiteDocument)
    return { ...found, data: found.data.map(row => ({ ...row, documents: documentsOf(row.documentIds) })) }
  }),
  channels: atAnyMoment((page, { scope, deps }) => listShownChannels(scope, deps.db, page)),
  async document({ documentId }, { scope, deps }) {
    return openShownDocument(scope, deps.db, { documentId, moment: await momentOf(scope, deps) })
  },
  subscriptions: atAnyMoment((page, { scope, deps }) => listShownSubscriptions(scope, deps.db, page)),
  schedule: atAnyMoment((range, context) => readShownSchedule(range, context)),

  settings: atAnyMoment((_, context) => readSettings(context)),
  terms: atAnyMoment(async (input, { scope, deps }) => pageOf(await listTerms(scope, deps.db), input)),
  termsFile: ({ versionnumber: version, languageCode }, { scope, deps }) =>
    openTerms(scope, deps, { version, languageCode }),

  addMembers,
  addReviews,
  addPlays,
}

/** LIVE-03: the title that staff look at before it is published. */
const isPreviewed = ({ preview }: OfTenant, tag: string): boolean => preview?.titleTag === tag

/** LIVE-08: throws `forbidden` with what stands in the way of a member; what stands in everybody's way is said as without one. */
async function assertMayWatch(
  site: OfTenant,
  deps: Pick<Deps, 'db' | 'clock'>,
  { member, tag }: { member: string; tag: string },
): Promise<void> {
  await assertMayEnter(site, deps.db, member)
  const found = await explainToSite(site, deps, { externalUserId: member, titleTag: tag })
  const against = (rule: EntitlementRule) => found?.reasons.find(one => one.rule === rule && !one.isMet)
  const isShown = (['site', 'published', 'channel', 'product', 'dates'] as const).every(
    rule => against(rule) === undefined,
  )
  const locked = isShown ? against('package') : undefined
  if (locked !== undefined) throw lacking('siteContent.locked', { names: locked.names.join(', ') })
  if (isShown && against('terms') !== undefined) throw lacking('siteContent.termsOutdated')
}

const lacking = (code: 'siteContent.locked' | 'siteContent.termsOutdated', params?: Issue['params']) =>
  new KinoraError('forbidden', { issues: [{ path: 'userId', code, params }] })

/** What a call tells beside its answer, which it doesn't keep up. */
const visited = (
  site: OfTenant,
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  visit: { externalUserId: string; act: 'signIn' | 'access' },
): Promise<void> =>
  recordVisit(site, db, { ...visit, now: clock.now() }).catch(err =>
    log.error({ err }, 'a visit of a member could not be recorded'),
  )

const momentOf = ({ tenantId }: OfTenant, { db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<SiteMoment> =>
  readSiteMoment(db, tenantId, clock.now())

const uncategorised = {
  classCategoryId: null,
  classCategory: '',
  classSubCategoryId: null,
  classSubCategory: '',
}

/** C-141: the same without the categories that this site doesn’t show. */
async function ofSite(site: OfTenant, db: Database, page: Page<Title>): Promise<Page<Title>> {
  const ids = page.data.flatMap(({ classCategoryId }) => classCategoryId ?? [])
  const hidden = await hiddenOnSite(db, site.tenantId, ids)
  if (hidden.size === 0) return page
  const isShown = ({ classCategoryId: id }: Title) => id === null || !hidden.has(id)
  return { ...page, data: page.data.map(title => (isShown(title) ? title : { ...title, ...uncategorised })) }
}
