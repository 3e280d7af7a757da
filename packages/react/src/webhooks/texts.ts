import {
  formTexts,
  listTexts,
  validationTexts,
  webhookPlaceTexts,
  webhookScreenTexts,
  webhookTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of webhooks. */
export const useWebhookTexts = () =>
  useTexts(
    webhookPlaceTexts,
    webhookScreenTexts,
    webhookTexts,
    listTexts,
    formTexts,
    validationTexts,
    wordTexts,
  )

export type WebhookTexts = ReturnType<typeof useWebhookTexts>
