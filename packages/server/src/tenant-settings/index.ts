export { askStripe, readLockedContent, readSiteParts, readSources } from './parts.ts'
export { openWebhookSecret } from './webhook.ts'
