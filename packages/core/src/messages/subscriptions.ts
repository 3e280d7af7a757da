import type { Catalogue } from './catalogue.ts'

/** Subscription packages (SUBS). */
export const subscriptionTexts = {
  'field.subscriptionType': 'Type',
  'ui.subscriptions.text': 'Packages that members of the site can subscribe to.',
  'ui.subscriptions.add': 'Add subscription',
  'ui.subscriptions.new': 'New subscription',
  'ui.subscriptions.create': 'Create subscription',
  'ui.subscriptions.search': 'Search subscriptions',
  'ui.subscriptions.count': { one: '{{count}} subscription', other: '{{count}} subscriptions' },
  'ui.subscriptions.emptyTitle': 'No subscriptions yet',
  'ui.subscriptions.emptyText': 'Add one: it needs a cover, a collection and a price in Stripe.',
  'ui.subscriptions.columnPrice': 'Stripe price id',
  'ui.subscriptions.type.allinone': 'All in one',
  'ui.subscriptions.type.bundle': 'Bundle',
  'ui.subscriptions.type.allinoneHelp': 'One price for everything that the site offers.',
  'ui.subscriptions.type.bundleHelp': 'A price for a choice of collections.',
  'ui.subscriptions.delete': 'Delete subscription',
  'ui.subscriptions.deleteMany': {
    one: 'Delete {{count}} subscription',
    other: 'Delete {{count}} subscriptions',
  },
  'ui.subscriptions.deleteTitle': {
    one: 'Delete {{count}} subscription?',
    other: 'Delete {{count}} subscriptions?',
  },
  'ui.subscriptions.deleteText':
    'The site no longer offers it. Its collections, and the price in Stripe, stay.',
  'ui.subscriptions.deleted': {
    one: '{{count}} subscription deleted',
    other: '{{count}} subscriptions deleted',
  },
  'ui.subscriptions.deleteFailed': {
    one: '{{count}} subscription couldn’t be deleted',
    other: '{{count}} subscriptions couldn’t be deleted',
  },
  'ui.subscriptions.activeHelp': 'The site offers an active subscription.',
  'ui.subscriptions.priceHelp': 'From Stripe’s product catalogue, such as price_1Ab2Cd.',
  'ui.subscriptions.clearSearch': 'Clear the search',
  'ui.subscriptions.noCollections': 'There is no collection yet. Add one under Collections first.',
  'ui.subscriptions.collectionsHelp': 'At least one. Members see those that are active.',
} as const satisfies Catalogue

/** C-114: the answer of Stripe to a price or plan id, wherever it is asked. */
export const stripeTexts = {
  'field.pricingTableId': 'Price id',
  'web.stripeId': '{{field}} must be an id of Stripe’s, such as price_1Ab2Cd',
  'ui.stripe.check': 'Check with Stripe',
  'ui.stripe.found': '{{name}}: {{amount}}',
  'ui.stripe.day': { one: '{{amount}} per day', other: '{{amount}} every {{count}} days' },
  'ui.stripe.week': { one: '{{amount}} per week', other: '{{amount}} every {{count}} weeks' },
  'ui.stripe.month': { one: '{{amount}} per month', other: '{{amount}} every {{count}} months' },
  'ui.stripe.year': { one: '{{amount}} per year', other: '{{amount}} every {{count}} years' },
  'ui.stripe.once': '{{amount}} once',
  'ui.stripe.tiers': 'priced in tiers',
  'ui.stripe.unknown': 'Stripe doesn’t know this id.',
  'ui.stripe.refused': 'Stripe refused the secret key.',
  'ui.stripe.unreachable': 'Stripe couldn’t be reached. You can save without the check.',
  'ui.stripe.noKey':
    'There is no Stripe secret key to ask with. It is set in the web settings; you can save without the check.',
} as const satisfies Catalogue
