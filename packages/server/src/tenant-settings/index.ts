export { askStripe, readLockedContent, readSiteParts, readSources } from './parts.ts'
export { openWebhookSecret, readBundleId } from './webhook.ts'
