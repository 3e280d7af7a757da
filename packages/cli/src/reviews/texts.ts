import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora reviews` says. */
const reviewTexts = {
  'help.list': 'list reviews, newest first',
  'help.export': 'print the reviews that match, as CSV',
  'help.provider': 'name or id; not together with --channel',
  'help.channel': 'name or id; not together with --provider',
  'help.query': 'part of a comment, of a name or of a title',
  'help.rating': '1 to 5',
} as const satisfies Catalogue

export const reviewText = (key: keyof typeof reviewTexts, values?: MessageParams): string =>
  fillText(reviewTexts[key], safeValues(values))
