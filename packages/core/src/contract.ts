import { accounts } from './accounts/endpoints.ts'
import { audit } from './audit/endpoints.ts'
import { batches } from './batches/endpoints.ts'
import { captions } from './captions/endpoints.ts'
import { categories } from './categories/endpoints.ts'
import { channels } from './channels/endpoints.ts'
import { collections } from './collections/endpoints.ts'
import { deletedTitles } from './deleted-titles/endpoints.ts'
import { deliveries } from './deliveries/endpoints.ts'
import { documents } from './documents/endpoints.ts'
import { embedSessions } from './embed-sessions/endpoints.ts'
import { entitlements } from './entitlements/endpoints.ts'
import { eventLog } from './event-log/endpoints.ts'
import { events } from './events/endpoints.ts'
import { favourites } from './favourites/endpoints.ts'
import { rowHistory } from './history/endpoints.ts'
import { images } from './images/endpoints.ts'
import { keys } from './keys/endpoints.ts'
import { live } from './live/endpoints.ts'
import { memberImports } from './member-imports/endpoints.ts'
import { members } from './members/endpoints.ts'
import { metadata } from './metadata/endpoints.ts'
import { playback } from './playback/endpoints.ts'
import { providers } from './providers/endpoints.ts'
import { publishing } from './publishing/endpoints.ts'
import { quotas } from './quotas/endpoints.ts'
import { readiness } from './readiness/endpoints.ts'
import { reports } from './reports/endpoints.ts'
import { reviews } from './reviews/endpoints.ts'
import { search } from './search/endpoints.ts'
import { session, sessions, sso } from './session/endpoints.ts'
import { site } from './site/endpoints.ts'
import { siteChanges } from './site-changes/endpoints.ts'
import { siteContent } from './site-content/endpoints.ts'
import { storage } from './storage/endpoints.ts'
import { subscriptions } from './subscriptions/endpoints.ts'
import { equipment, focusAreas, labels } from './taxonomies/endpoints.ts'
import { appSettings, webSettings } from './tenant-settings/endpoints.ts'
import { tenants } from './tenants/endpoints.ts'
import { terms } from './terms/endpoints.ts'
import { titleHistory } from './title-history/endpoints.ts'
import { titleJobs } from './title-jobs/endpoints.ts'
import { titles } from './titles/endpoints.ts'
import { translations } from './translations/endpoints.ts'
import { uploads } from './uploads/endpoints.ts'
import { views } from './views/endpoints.ts'
import { webhooks } from './webhooks/endpoints.ts'

export * from './accounts/endpoints.ts'
export * from './accounts/schema.ts'
export * from './audit/endpoints.ts'
export * from './audit/schema.ts'
export * from './audit/words.ts'
export * from './batches/endpoints.ts'
export * from './batches/rules.ts'
export * from './batches/schema.ts'
export * from './batches/status.ts'
export * from './captions/endpoints.ts'
export * from './captions/rules.ts'
export * from './captions/schema.ts'
export * from './categories/endpoints.ts'
export * from './categories/rules.ts'
export * from './categories/schema.ts'
export * from './channels/club-only.ts'
export * from './channels/endpoints.ts'
export * from './channels/rules.ts'
export * from './channels/schema.ts'
export * from './collections/endpoints.ts'
export * from './collections/rules.ts'
export * from './collections/schema.ts'
export * from './deleted-titles/endpoints.ts'
export * from './deleted-titles/rules.ts'
export * from './deleted-titles/schema.ts'
export * from './deliveries/endpoints.ts'
export * from './deliveries/schema.ts'
export * from './deliveries/words.ts'
export * from './documents/download.ts'
export * from './documents/endpoints.ts'
export * from './documents/schema.ts'
export * from './embed-sessions/endpoints.ts'
export * from './embed-sessions/rules.ts'
export * from './embed-sessions/schema.ts'
export * from './entitlements/endpoints.ts'
export * from './entitlements/rules.ts'
export * from './entitlements/schema.ts'
export * from './event-log/endpoints.ts'
export * from './event-log/schema.ts'
export * from './event-log/stream.ts'
export * from './events/draft.ts'
export * from './events/endpoints.ts'
export * from './events/rules.ts'
export * from './events/schema.ts'
export { createEventTransport } from './events/transport.ts'
export * from './favourites/endpoints.ts'
export * from './favourites/schema.ts'
export * from './history/endpoints.ts'
export * from './history/schema.ts'
export * from './images/endpoints.ts'
export * from './images/schema.ts'
export * from './images/widths.ts'
export * from './keys/endpoints.ts'
export * from './keys/rights.ts'
export * from './keys/schema.ts'
export * from './live/endpoints.ts'
export * from './live/schema.ts'
export * from './member-imports/endpoints.ts'
export * from './member-imports/schema.ts'
export * from './members/endpoints.ts'
export * from './members/rules.ts'
export * from './members/schema.ts'
export * from './metadata/endpoints.ts'
export * from './metadata/rules.ts'
export * from './metadata/schema.ts'
export * from './playback/endpoints.ts'
export * from './playback/read.ts'
export * from './playback/rules.ts'
export * from './playback/schema.ts'
export * from './providers/endpoints.ts'
export * from './providers/rules.ts'
export * from './providers/schema.ts'
export * from './publishing/endpoints.ts'
export * from './publishing/schema.ts'
export * from './quotas/endpoints.ts'
export * from './quotas/schema.ts'
export * from './readiness/endpoints.ts'
export * from './readiness/rules.ts'
export * from './readiness/schema.ts'
export * from './reports/endpoints.ts'
export * from './reports/rules.ts'
export * from './reports/schema.ts'
export * from './reviews/endpoints.ts'
export * from './reviews/rules.ts'
export * from './reviews/schema.ts'
export * from './search/endpoints.ts'
export * from './search/schema.ts'
export * from './session/endpoints.ts'
export { areCredentials } from './session/rules.ts'
export * from './session/schema.ts'
export * from './session/session.ts'
export * from './session/sso.ts'
export * from './session/storage.ts'
export * from './session/support.ts'
export * from './site/appearance.ts'
export * from './site/endpoints.ts'
export * from './site/schema.ts'
export * from './site-changes/endpoints.ts'
export * from './site-changes/schema.ts'
export * from './site-content/endpoints.ts'
export * from './site-content/ingest.ts'
export * from './site-content/schema.ts'
export * from './storage/endpoints.ts'
export * from './storage/schema.ts'
export * from './subscriptions/endpoints.ts'
export * from './subscriptions/schema.ts'
export * from './taxonomies/endpoints.ts'
export * from './taxonomies/rules.ts'
export * from './taxonomies/schema.ts'
export * from './tenant-settings/endpoints.ts'
export * from './tenant-settings/rules.ts'
export * from './tenant-settings/schema.ts'
export * from './tenants/endpoints.ts'
export * from './tenants/requirements.ts'
export * from './tenants/rules.ts'
export * from './tenants/schema.ts'
export * from './tenants/time-zones.ts'
export * from './terms/endpoints.ts'
export * from './terms/rules.ts'
export * from './terms/schema.ts'
export * from './title-history/endpoints.ts'
export * from './title-history/schema.ts'
export * from './title-history/words.ts'
export * from './title-jobs/endpoints.ts'
export * from './title-jobs/rules.ts'
export * from './title-jobs/schema.ts'
export * from './title-jobs/words.ts'
export * from './titles/address.ts'
export * from './titles/badge.ts'
export * from './titles/completeness.ts'
export * from './titles/endpoints.ts'
export type * from './titles/live.ts'
export * from './titles/numbers.ts'
export * from './titles/on-site.ts'
export * from './titles/phrase.ts'
export * from './titles/publishing.ts'
export * from './titles/rules.ts'
export * from './titles/saved-search.ts'
export * from './titles/scales.ts'
export * from './titles/schema.ts'
export * from './titles/status.ts'
export * from './titles/stuck.ts'
export * from './translations/endpoints.ts'
export { type PseudoLocale, pseudoLocales } from './translations/pseudo.ts'
export * from './translations/rules.ts'
export * from './translations/schema.ts'
export * from './uploads/endpoints.ts'
export * from './uploads/limits.ts'
export * from './uploads/schema.ts'
export * from './views/endpoints.ts'
export * from './views/schema.ts'
export * from './webhooks/endpoints.ts'
export * from './webhooks/rules.ts'
export * from './webhooks/schema.ts'
export * from './webhooks/signing.ts'

/** Every call of the platform, one line for each noun; its public names stand above. */
export const contract = {
  session,
  sessions,
  sso,
  accounts,
  keys,
  'embed-sessions': embedSessions,
  metadata,
  titles,
  'title-history': titleHistory,
  'deleted-titles': deletedTitles,
  'title-jobs': titleJobs,
  uploads,
  images,
  captions,
  batches,
  storage,
  tenants,
  readiness,
  terms,
  site,
  'site-content': siteContent,
  'site-changes': siteChanges,
  'web-settings': webSettings,
  'app-settings': appSettings,
  providers,
  channels,
  publishing,
  deliveries,
  // Before the schedule: `/events/stream` is no tenant’s.
  'event-log': eventLog,
  events,
  live,
  categories,
  collections,
  documents,
  subscriptions,
  labels,
  'focus-areas': focusAreas,
  equipment,
  members,
  entitlements,
  'member-imports': memberImports,
  reviews,
  favourites,
  views,
  quotas,
  playback,
  translations,
  reports,
  audit,
  history: rowHistory,
  search,
  webhooks,
} as const
export type KinoraContract = typeof contract
