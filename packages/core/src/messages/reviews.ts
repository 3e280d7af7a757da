import type { Catalogue } from './catalogue.ts'

/** Reviews of members (REVIEW). */
export const reviewTexts = {
  'reviews.oneSource': 'Choose a provider or a channel, not both.',

  'field.rating': 'Rating',
  'field.comment': 'Comment',
  'field.user': 'User',
  'field.date': 'Date',
  'field.provider': 'Provider',
  'field.channel': 'Channel',

  'ui.reviews.text': 'What members think of your titles.',
  'ui.reviews.search': 'Search reviews',
  'ui.reviews.count': { one: '{{count}} review', other: '{{count}} reviews' },
  'ui.reviews.emptyTitle': 'No reviews yet',
  'ui.reviews.emptyText': 'Reviews appear here when members rate a title on a site.',
  'ui.reviews.download': 'Download CSV',
  'ui.reviews.downloaded': 'Reviews downloaded',
  'ui.reviews.providerOff': 'To choose a provider, set the channel to All channels.',
  'ui.reviews.channelOff': 'To choose a channel, set the provider to All providers.',
  'ui.reviews.stars': { one: '{{count}} star', other: '{{count}} stars' },
  'ui.reviews.outOf': '{{rating}} out of 5',
  'ui.reviews.noComment': 'No comment',
  'ui.reviews.read': 'Read the review by {{user}}',
  'ui.reviews.by': 'Review by {{user}}',
  'ui.reviews.average': 'Average rating',
  'ui.reviews.overTime': 'Average rating by month',
  'ui.reviews.overTimeText': 'Average rating in each of the last 12 months, from 1 to 5',
  'ui.reviews.numbers': 'Show as a table',
  'ui.reviews.month': 'Month',
  'ui.reviews.monthOf': {
    one: '{{month}}: {{average}}, {{count}} review',
    other: '{{month}}: {{average}}, {{count}} reviews',
  },
} as const satisfies Catalogue
