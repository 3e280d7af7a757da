import { accounts } from './accounts/endpoints.ts'
import { audit } from './audit/endpoints.ts'
import { batches } from './batches/endpoints.ts'
import { captions } from './captions/endpoints.ts'
import { categories } from './categories/endpoints.ts'
import { channels } from './channels/endpoints.ts'
import { collections } from './collections/endpoints.ts'
import { deletedTitles } from './deleted-titles/endpoints.ts'
import { documents } from './documents/endpoints.ts'
import { events } from './events/endpoints.ts'
import { favourites } from './favourites/endpoints.ts'
import { images } from './images/endpoints.ts'
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
import { session } from './session/endpoints.ts'
import { site } from './site/endpoints.ts'
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

/** Every call of the platform, one line for each noun. */
export const contract = {
  session,
  accounts,
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
  'web-settings': webSettings,
  'app-settings': appSettings,
  providers,
  channels,
  publishing,
  events,
  categories,
  collections,
  documents,
  subscriptions,
  labels,
  'focus-areas': focusAreas,
  equipment,
  members,
  'member-imports': memberImports,
  reviews,
  favourites,
  quotas,
  playback,
  translations,
  reports,
  audit,
} as const
export type KinoraContract = typeof contract
