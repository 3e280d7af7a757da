import type { Catalogue } from './catalogue.ts'

/** Events and webhooks († HOOK). */
export const webhookTexts = {
  'eventLog.id': 'Event ids look like evt_123.',
  'eventLog.tooManyStreams':
    'This account has as many streams of events open as it may. Close one first, such as a page of the portal.',
  'webhook.tooMany': 'There are {{max}} webhooks, the most there can be. Delete one first.',
  'webhook.innerAddress':
    '“{{host}}” leads into a network that is not public. Use an address that the internet can reach, or ask whoever runs the platform to add the network to KINORA_URL_CHECK_NETWORKS.',
  'webhook.resendWhat': 'Say which event to send again, or since when.',
  'webhook.noDelivery': 'This event was never for this webhook, or is older than 30 days.',
  'webhook.mailSubject': 'Webhook switched off: {{url}}',
  'webhook.mailGone': 'The address {{url}} answered 410 Gone, so nothing is sent there any more.',
  'webhook.mailFailing':
    'Everything sent to {{url}} since {{since}} failed, so nothing is sent there any more.',
  'webhook.mailMend':
    'Once the address works, switch the webhook on again and send what it missed: {{command}}',
} as const satisfies Catalogue

/** What leads to the webhooks. */
export const webhookPlaceTexts = {
  'ui.webhooks.text': 'Addresses of your own systems that are told what happens here, as it happens.',
  'ui.webhooks.openAll': 'Open webhooks',
} as const satisfies Catalogue

/** HOOK-02 to HOOK-04: webhooks in the portal. */
export const webhookScreenTexts = {
  'field.eventTypes': 'Events',

  'ui.webhooks.add': 'Add webhook',
  'ui.webhooks.search': 'Search webhooks',
  'ui.webhooks.count': { one: '{{count}} webhook', other: '{{count}} webhooks' },
  'ui.webhooks.emptyTitle': 'No webhooks yet',
  'ui.webhooks.emptyText':
    'Add the address of a system that should know when a title is published, for example.',
  'ui.webhooks.ofAll': 'Platform',
  'ui.webhooks.url': 'Endpoint URL',
  'ui.webhooks.urlHelp': 'Events are sent here by POST. It must be reachable from the internet.',
  'ui.webhooks.eventsHelp': 'All events are sent unless you choose some.',
  'ui.webhooks.eventsAdd': 'Choose events',
  'ui.webhooks.eventsSearch': 'Search types of events',
  'ui.webhooks.everything': 'All',
  'ui.webhooks.typeCount': { one: '{{count}} type', other: '{{count}} types' },
  'ui.webhooks.descriptionHelp': 'What it is for, as the list shows it.',
  'ui.webhooks.activeHelp': 'Events that happen while it is inactive aren’t sent later by themselves.',
  'ui.webhooks.waiting': 'Waiting',
  'ui.webhooks.delivered': 'Last delivered',
  'ui.webhooks.never': 'Not yet',
  'ui.webhooks.state.on': 'Active',
  'ui.webhooks.state.off': 'Inactive',
  'ui.webhooks.state.failingNow': 'Failing',
  'ui.webhooks.state.gone': 'Gone',
  'ui.webhooks.state.failing': 'Switched off',

  'ui.webhooks.settings': 'What is sent where',
  'ui.webhooks.delete': 'Delete webhook',
  'ui.webhooks.deleteText': 'Nothing is sent there any more, and what is known of its deliveries goes too.',
  'ui.webhooks.gone':
    'This address answered 410 Gone, so nothing is sent there any more. Make it active again once it works, then send what it missed.',
  'ui.webhooks.failing':
    'Everything sent since {{since}} failed, so nothing is sent there any more. Make it active again once the address works, then send what it missed.',
  'ui.webhooks.failingNow':
    'Everything sent since {{since}} failed. It is tried again for three days; after five days of failures the webhook is switched off.',

  'ui.webhooks.test': 'Send a test',
  'ui.webhooks.tested': 'The test was delivered in {{milliseconds}} ms',
  'ui.webhooks.testFailed': 'The test was not taken: {{answer}}',

  'ui.webhooks.signing': 'Signatures',
  'ui.webhooks.signingText':
    'Every delivery is signed by Standard Webhooks: by the secret (v1), and by a key whose public half is below (v1a).',
  'ui.webhooks.publicKey': 'Public key',
  'ui.webhooks.publicKeyHelp': 'Whoever has it can verify a delivery, and sign none.',
  'ui.webhooks.copyKey': 'Copy public key',
  'ui.webhooks.noKey': 'This webhook signs by its secret alone. Rotate the secret, and it has a key as well.',
  'ui.webhooks.former': 'The secret and key before sign as well until {{until}}.',
  'ui.webhooks.made': 'Secret of your webhook',
  'ui.webhooks.once': 'Copy your secret now. You won’t be able to see it again.',
  'ui.webhooks.secret': 'Secret',
  'ui.webhooks.secretHelp': 'The receiver verifies deliveries by it.',
  'ui.webhooks.copySecret': 'Copy secret',
  'ui.webhooks.kept': 'I have copied the secret',
  'ui.webhooks.rotate': 'Rotate secret',
  'ui.webhooks.rotateAsk': 'Rotate the secret?',
  'ui.webhooks.rotateText':
    'A new secret and a new key take the place of those before. Give the receiver the new ones before the old ones end.',
  'ui.webhooks.rotateKeep': {
    one: 'Let the old ones sign as well for {{count}} hour',
    other: 'Let the old ones sign as well for {{count}} hours',
  },

  'ui.webhooks.deliveries': 'Deliveries',
  'ui.webhooks.deliveriesText': 'What was sent in the last 30 days and what waits, the newest first.',
  'ui.webhooks.anyState': 'Any',
  'ui.webhooks.waitingWord': 'Waiting',
  'ui.webhooks.deliveredWord': 'Delivered',
  'ui.webhooks.failedWord': 'Failed',
  'ui.webhooks.event': 'Event',
  'ui.webhooks.lastAnswer': 'Last answer',
  'ui.webhooks.openNamed': 'Details of {{name}}',
  'ui.webhooks.noDeliveries': 'There are none.',
  'ui.webhooks.noAnswer': 'No answer',
  'ui.webhooks.noTries': 'Nothing was sent yet.',
  'ui.webhooks.nextTry': 'Next try: {{moment}}',
  'ui.webhooks.answer': 'Answer',
  'ui.webhooks.took': 'Took',
  'ui.webhooks.milliseconds': '{{milliseconds}} ms',
  'ui.webhooks.answerBody': 'What the receiver answered',
  'ui.webhooks.request': 'What was sent',
  'ui.webhooks.newer': 'Newer',
  'ui.webhooks.older': 'Older',
  'ui.webhooks.resend': 'Send again',
  'ui.webhooks.resendNamed': 'Send again: {{name}}',
  'ui.webhooks.resendSince': 'Send all since…',
  'ui.webhooks.resendText':
    'All events since then that this webhook asks for are sent again, also those that came while it was inactive.',
  'ui.webhooks.since': 'Since',
  'ui.webhooks.resent': { one: '{{count}} event is sent again', other: '{{count}} events are sent again' },
} as const satisfies Catalogue
