import { pageOf, type ShownSite, type siteContent } from '@kinora/core'
import { readCaptions, toCaption } from '../captions/index.ts'
import { listShownCollections } from '../collections/index.ts'
import {
  documentsOfTitle,
  openShownDocument,
  readShownDocuments,
  toSiteDocument,
} from '../documents/index.ts'
import { readShownSchedule } from '../events/index.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { systemScope } from '../kernel/scope.ts'
import { readSite } from '../site/index.ts'
import { listShownSubscriptions } from '../subscriptions/index.ts'
import { findTenant } from '../tenants/index.ts'
import { listTerms, openTerms } from '../terms/index.ts'
import { searchPublished, siteStreamingLink, toTitlePage } from '../titles/index.ts'
import { addPlays } from './plays.ts'
import { addReviews } from './reviews.ts'
import { siteOf } from './site-of.ts'

/** TENANT-27, C-120: what a customer's site reads and hands in; its token says whose it is. */
export const siteContentHandlers: Handlers<typeof siteContent> = {
  async titles(input, context) {
    const { deps } = context
    const scope = siteOf(context)
    const found = await searchPublished(scope, deps.db, { ...input, tenantId: scope.tenantId })
    return toTitlePage({ deps, scope }, found, input)
  },
  async title({ tag }, context) {
    const { deps } = context
    const scope = siteOf(context)
    const one = { tenantId: scope.tenantId, titleTags: [tag], page: 1, take: 1 }
    const { data } = await toTitlePage({ deps, scope }, await searchPublished(scope, deps.db, one), one)
    const [title] = data
    if (title === undefined) throw notFound()
    // Whoever owns the title: the site shows it.
    const captions = await readCaptions(systemScope, deps.db, tag)
    const documents = await documentsOfTitle(scope, deps.db, tag)
    return {
      ...title,
      captions: captions.map(track => toCaption(track, title.durationSecond)),
      documents: documents.map(toSiteDocument),
    }
  },
  streamingLink: ({ tag }, context) => siteStreamingLink(tag, siteOf(context).tenantId, context.deps),

  async collections(input, context) {
    const { deps } = context
    const scope = siteOf(context)
    const found = await listShownCollections(scope, deps, input)
    const known = await readShownDocuments(
      scope,
      deps.db,
      found.data.flatMap(({ documentIds }) => documentIds),
    )
    const documentsOf = (ids: readonly string[]) => ids.flatMap(id => known.get(id) ?? []).map(toSiteDocument)
    return { ...found, data: found.data.map(row => ({ ...row, documents: documentsOf(row.documentIds) })) }
  },
  document: ({ documentId }, context) => openShownDocument(siteOf(context), context.deps.db, documentId),
  subscriptions: (page, context) => listShownSubscriptions(siteOf(context), context.deps.db, page),
  schedule: (range, context) => readShownSchedule(range, { scope: siteOf(context), deps: context.deps }),

  settings: (_, context) => readSettings(context),
  async terms(input, context) {
    return pageOf(await listTerms(siteOf(context), context.deps.db), input)
  },
  termsFile: ({ versionnumber: version, languageCode }, context) =>
    openTerms(siteOf(context), context.deps, { version, languageCode }),

  addReviews,
  addPlays,
}

async function readSettings(context: Context): Promise<ShownSite> {
  const { db, clock } = context.deps
  const scope = siteOf(context)
  const tenant = await findTenant(scope, db, { tenantId: scope.tenantId, now: clock.now() })
  if (tenant === undefined) throw notFound()
  const all = await readSite(scope, db)
  const { tenantID, name, languageCodes, languageTag } = tenant
  const one = <T extends (typeof all)[number]['configurationType']>(type: T) => ofType(all, type)[0] ?? null
  return {
    tenantID,
    name,
    languageCodes,
    languageTag,
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
