import type { KinoraContract } from '@kinora/core'
import { categoryHandlers } from './categories/handlers.ts'
import { channelHandlers } from './channels/handlers.ts'
import type { AllHandlers } from './kernel/serve.ts'
import { metadataHandlers } from './metadata/handlers.ts'
import { providerHandlers } from './providers/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { equipmentHandlers, focusAreaHandlers, labelHandlers } from './taxonomies/handlers.ts'
import { tenantHandlers } from './tenants/handlers.ts'

/** One line for each noun. */
export const handlers: Partial<AllHandlers<KinoraContract>> = {
  session: sessionHandlers,
  metadata: metadataHandlers,
  tenants: tenantHandlers,
  providers: providerHandlers,
  channels: channelHandlers,
  categories: categoryHandlers,
  labels: labelHandlers,
  'focus-areas': focusAreaHandlers,
  equipment: equipmentHandlers,
}
