export { askStripe, readLockedContent, readSources } from './parts.ts'
export { openWebhookSecret } from './webhook.ts'
