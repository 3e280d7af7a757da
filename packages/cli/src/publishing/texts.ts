import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora publishing` says. */
const publishingTexts = {
  'help.publishing': 'publish channels to tenants',
  'help.show': 'list what is published, and to whom',
  'help.set': 'publish channels to tenants and take others off; shows the effect first',
  'help.channel': 'names or tags of channels',
  'help.onlyChannel': 'only this channel',
  'help.to': 'tenant to publish to',
  'help.off': 'tenant to unpublish from',
  'help.dryRun': 'say what would happen, and end',
  'usage.nothing': 'Name a tenant with --to or --off',
  'usage.both': '{{id}} stands in both --to and --off',
  ask: { one: 'Publish this change?', other: 'Publish these {{count}} changes?' },
  done: { one: '{{count}} tenant done', other: '{{count}} tenants done' },
  failed: '{{name}}: {{problem}}',
  wait: 'Publishing',
} as const satisfies Catalogue

export const publishingText = (key: keyof typeof publishingTexts, values?: MessageParams): string =>
  fillText(publishingTexts[key], safeValues(values))
