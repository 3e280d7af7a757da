import type { Catalogue } from './catalogue.ts'

/** The home page. */
export const homeTexts = {
  'ui.home.contentTitles': 'Content titles',
  'ui.home.contentTitlesText': 'Upload classes, describe them and publish them to your sites.',
  'ui.home.channels': 'Channels',
  'ui.home.channelsText': 'Where your titles come from and which sites show them.',
  'ui.home.helpCentre': 'Help centre',
  'ui.home.helpCentreText': 'Guides for every step from a file to a published class.',
  'ui.home.open': 'Open content titles',
  'ui.home.add': 'Add a title',
} as const satisfies Catalogue
