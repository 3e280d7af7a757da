import type { Catalogue } from './catalogue.ts'

/** A title's own numbers, on its page and in the list († decision 0121). */
export const titleNumberTexts = {
  'ui.numbers': 'Numbers',
  'ui.numbers.span': 'Days',
  'ui.numbers.days': { one: 'Last day', other: 'Last {{count}} days' },
  'ui.numbers.plays': 'Plays',
  'ui.numbers.completion': 'Completed',
  'ui.numbers.minutes': 'Minutes watched',
  'ui.numbers.members': 'People',
  'ui.numbers.reach': 'Watched on average',
  'ui.numbers.curve': 'How far people get',
  'ui.numbers.curve.share': '% of plays',
  'ui.numbers.curve.part': 'Part of the video',
  'ui.numbers.curve.asTable': 'Show parts as a table',
  'ui.numbers.curve.none': 'The length of the video wasn’t known for these plays.',
  'ui.numbers.reviewsOf': {
    one: '{{average}} of 5, {{count}} review',
    other: '{{average}} of 5, {{count}} reviews',
  },
  'ui.numbers.none': 'No plays in these days.',
  'ui.numbers.byDay': 'Daily plays',
  'ui.numbers.bySite': 'Plays by site',
  'ui.numbers.day': 'Day',
  'ui.numbers.asTable': 'Show days as a table',
  'ui.numbers.recentPlays': 'Plays, 30 days',
  'ui.numbers.recentCompletion': 'Completed, 30 days',
  'ui.numbers.recentMinutes': 'Minutes, 30 days',
  'ui.numbers.spark': { one: '{{count}} play in 30 days', other: '{{count}} plays in 30 days' },
} as const satisfies Catalogue
