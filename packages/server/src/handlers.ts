import type { KinoraContract } from '@kinora/core'
import { batchHandlers } from './batches/handlers.ts'
import { captionHandlers } from './captions/handlers.ts'
import { categoryHandlers } from './categories/handlers.ts'
import { channelHandlers } from './channels/handlers.ts'
import { deletedTitleHandlers } from './deleted-titles/handlers.ts'
import { favouriteHandlers } from './favourites/handlers.ts'
import { imageHandlers } from './images/handlers.ts'
import type { AllHandlers } from './kernel/http/serve.ts'
import { metadataHandlers } from './metadata/handlers.ts'
import { playbackHandlers } from './playback/handlers.ts'
import { providerHandlers } from './providers/handlers.ts'
import { quotaHandlers } from './quotas/handlers.ts'
import { reviewHandlers } from './reviews/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { storageHandlers } from './storage/handlers.ts'
import { equipmentHandlers, focusAreaHandlers, labelHandlers } from './taxonomies/handlers.ts'
import { tenantHandlers } from './tenants/handlers.ts'
import { titleHistoryHandlers } from './title-history/handlers.ts'
import { titleJobHandlers } from './title-jobs/handlers.ts'
import { titleHandlers } from './titles/handlers.ts'
import { uploadHandlers } from './uploads/handlers.ts'

/** One line for each noun. */
export const handlers: AllHandlers<KinoraContract> = {
  session: sessionHandlers,
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
  providers: providerHandlers,
  channels: channelHandlers,
  categories: categoryHandlers,
  labels: labelHandlers,
  'focus-areas': focusAreaHandlers,
  equipment: equipmentHandlers,
  reviews: reviewHandlers,
  favourites: favouriteHandlers,
  quotas: quotaHandlers,
  playback: playbackHandlers,
}
