import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora subscriptions` says. */
const subscriptionTexts = {
  'help.query': 'part of the title or description',
  'help.status': 'state',
  'help.type': 'allinone for everything of the site, bundle for a choice of collections',
  'help.sort': 'order of the list',
  'help.dir': 'direction',
  'help.title': 'title, at most 40 characters',
  'help.description': 'description, at most 500 characters',
  'help.collection': 'tag of a collection, as in kinora collections list; again for more',
  'help.price': 'id of a price of Stripe’s, such as price_1Ab2Cd',
  'help.cover': 'cover: a .jpg or .jpeg of 1920 x 564, or the address of a stored one',
  'help.active': 'active; --no-active for inactive',
  'help.check': 'ask Stripe about the price of a subscription, or about a price id',
  'help.checkId': 'subscription id, as in the list',
  'check.what': 'Name a subscription or a price id: kinora subscriptions check ID, or --price PRICE.',
  'check.unknownHow': 'Copy the id of the price from Stripe’s product catalogue.',
} as const satisfies Catalogue

export const subscriptionText = (key: keyof typeof subscriptionTexts, values?: MessageParams): string =>
  fillText(subscriptionTexts[key], safeValues(values))
