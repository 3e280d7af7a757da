import type { Catalogue } from './catalogue.ts'

/** The help centre; its pages are Markdown of the portal. */
export const helpTexts = {
  'ui.help.title': 'Help',
  'ui.help.text': 'What each page is for, and what to do when something is refused.',
  'ui.help.search': 'Search help',
  'ui.help.page': 'Help for this page',
  'ui.help.none': 'Try other words, or submit a support ticket.',
  'ui.help.count': { one: '{{count}} help page', other: '{{count}} help pages' },
} as const satisfies Catalogue
