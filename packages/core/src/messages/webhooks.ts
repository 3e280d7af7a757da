import type { Catalogue } from './catalogue.ts'

/** Events and webhooks († HOOK). */
export const webhookTexts = {
  'eventLog.id': 'Event ids look like evt_123.',
  'webhook.tooMany': 'There are {{max}} webhooks, the most there can be. Delete one first.',
  'webhook.innerAddress':
    '“{{host}}” leads into a network that is not public. Use an address that the internet can reach, or ask whoever runs the platform to add the network to KINORA_URL_CHECK_NETWORKS.',
  'webhook.resendWhat': 'Say which event to send again, or since when.',
  'webhook.notSent': 'This event was never for this webhook, or is older than 30 days.',
  'webhook.mailSubject': 'Webhook switched off: {{url}}',
  'webhook.mailGone': 'The address {{url}} answered 410 Gone, so nothing is sent there any more.',
  'webhook.mailFailing':
    'Everything sent to {{url}} since {{since}} failed, so nothing is sent there any more.',
  'webhook.mailMend':
    'Once the address works, switch the webhook on again and send what it missed: {{command}}',
} as const satisfies Catalogue
