import { accounts } from './accounts/index.ts'
import { audit } from './audit/index.ts'
import { batches } from './batches/index.ts'
import { captions } from './captions/index.ts'
import { categories } from './categories/index.ts'
import { channels } from './channels/index.ts'
import { collections } from './collections/index.ts'
import { deletedTitles } from './deleted-titles/index.ts'
import { documents } from './documents/index.ts'
import { events } from './events/index.ts'
import { favourites } from './favourites/index.ts'
import { images } from './images/index.ts'
import { memberImports } from './member-imports/index.ts'
import { members } from './members/index.ts'
import { metadata } from './metadata/index.ts'
import { playback } from './playback/index.ts'
import { providers } from './providers/index.ts'
import { publishing } from './publishing/index.ts'
import { quotas } from './quotas/index.ts'
import { reports } from './reports/index.ts'
import { reviews } from './reviews/index.ts'
import { session } from './session/index.ts'
import { site } from './site/index.ts'
import { siteContent } from './site-content/index.ts'
import { storage } from './storage/index.ts'
import { subscriptions } from './subscriptions/index.ts'
import { equipment, focusAreas, labels } from './taxonomies/index.ts'
import { appSettings, webSettings } from './tenant-settings/index.ts'
import { tenants } from './tenants/index.ts'
import { terms } from './terms/index.ts'
import { titleHistory } from './title-history/index.ts'
import { titleJobs } from './title-jobs/index.ts'
import { titles } from './titles/index.ts'
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
