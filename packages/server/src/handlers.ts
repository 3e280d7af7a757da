import type { KinoraContract } from '@kinora/core'
import { accountHandlers } from './accounts/handlers.ts'
import { auditHandlers } from './audit/handlers.ts'
import { batchHandlers } from './batches/handlers.ts'
import { captionHandlers } from './captions/handlers.ts'
import { categoryHandlers } from './categories/handlers.ts'
import { channelHandlers } from './channels/handlers.ts'
import { collectionHandlers } from './collections/handlers.ts'
import { deletedTitleHandlers } from './deleted-titles/handlers.ts'
import { deliveryHandlers } from './deliveries/handlers.ts'
import { documentHandlers } from './documents/handlers.ts'
import { embedSessionHandlers } from './embed-sessions/handlers.ts'
import { entitlementHandlers } from './entitlements/handlers.ts'
import { eventLogHandlers } from './event-log/handlers.ts'
import { eventHandlers } from './events/handlers.ts'
import { favouriteHandlers } from './favourites/handlers.ts'
import { historyHandlers } from './history/handlers.ts'
import { imageHandlers } from './images/handlers.ts'
import type { AllHandlers } from './kernel/http/serve.ts'
import { keyHandlers } from './keys/handlers.ts'
import { liveHandlers } from './live/handlers.ts'
import { memberImportHandlers } from './member-imports/handlers.ts'
import { memberHandlers } from './members/handlers.ts'
import { metadataHandlers } from './metadata/index.ts'
import { playbackHandlers } from './playback/handlers.ts'
import { providerHandlers } from './providers/handlers.ts'
import { publishingHandlers } from './publishing/handlers.ts'
import { quotaHandlers } from './quotas/handlers.ts'
import { readinessHandlers } from './readiness/handlers.ts'
import { reportHandlers } from './reports/handlers.ts'
import { reviewHandlers } from './reviews/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { sessionHandlers, sessionsHandlers } from './session/handlers.ts'
import { siteHandlers } from './site/handlers.ts'
import { siteChangeHandlers } from './site-changes/handlers.ts'
import { siteContentHandlers } from './site-content/handlers.ts'
import { refresh, ssoHandlers } from './sso/handlers.ts'
import { storageHandlers } from './storage/handlers.ts'
import { subscriptionHandlers } from './subscriptions/handlers.ts'
import { equipmentHandlers, focusAreaHandlers, labelHandlers } from './taxonomies/handlers.ts'
import { appSettingsHandlers } from './tenant-settings/app.ts'
import { tenantHandlers } from './tenant-settings/handlers.ts'
import { webSettingsHandlers } from './tenant-settings/web.ts'
import { termsHandlers } from './terms/handlers.ts'
import { titleHistoryHandlers } from './title-history/handlers.ts'
import { titleJobHandlers } from './title-jobs/handlers.ts'
import { titleHandlers } from './titles/handlers.ts'
import { translationHandlers } from './translations/handlers.ts'
import { uploadHandlers } from './uploads/handlers.ts'
import { viewHandlers } from './views/handlers.ts'
import { webhookHandlers } from './webhooks/handlers.ts'

/** One line for each noun. */
export const handlers: AllHandlers<KinoraContract> = {
  session: { ...sessionHandlers, refresh },
  sessions: sessionsHandlers,
  sso: ssoHandlers,
  keys: keyHandlers,
  'embed-sessions': embedSessionHandlers,
  accounts: accountHandlers,
  metadata: metadataHandlers,
  titles: titleHandlers,
  'title-history': titleHistoryHandlers,
  'deleted-titles': deletedTitleHandlers,
  'title-jobs': titleJobHandlers,
  uploads: uploadHandlers,
  images: imageHandlers,
  captions: captionHandlers,
  batches: batchHandlers,
  storage: storageHandlers,
  tenants: tenantHandlers,
  readiness: readinessHandlers,
  terms: termsHandlers,
  site: siteHandlers,
  'site-content': siteContentHandlers,
  'site-changes': siteChangeHandlers,
  'web-settings': webSettingsHandlers,
  'app-settings': appSettingsHandlers,
  providers: providerHandlers,
  channels: channelHandlers,
  publishing: publishingHandlers,
  deliveries: deliveryHandlers,
  events: eventHandlers,
  live: liveHandlers,
  categories: categoryHandlers,
  collections: collectionHandlers,
  documents: documentHandlers,
  subscriptions: subscriptionHandlers,
  labels: labelHandlers,
  'focus-areas': focusAreaHandlers,
  equipment: equipmentHandlers,
  members: memberHandlers,
  entitlements: entitlementHandlers,
  'member-imports': memberImportHandlers,
  reviews: reviewHandlers,
  favourites: favouriteHandlers,
  views: viewHandlers,
  quotas: quotaHandlers,
  playback: playbackHandlers,
  translations: translationHandlers,
  reports: reportHandlers,
  audit: auditHandlers,
  history: historyHandlers,
  search: searchHandlers,
  'event-log': eventLogHandlers,
  webhooks: webhookHandlers,
}
