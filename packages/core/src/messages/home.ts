import type { Catalogue } from './catalogue.ts'

/** The home page. */
export const homeTexts = {
  'ui.home.contentTitles': 'Content titles',
  'ui.home.contentTitlesText': 'Upload classes, add details, and publish them to your sites.',
  'ui.home.channels': 'Channels',
  'ui.home.channelsText': 'See where titles come from and which sites show them.',
  'ui.home.helpCentre': 'Help centre',
  'ui.home.helpCentreText': 'Guides for every step, from file to published class.',
  'ui.home.open': 'Open content titles',
  'ui.home.add': 'Add a title',
  'ui.home.favourites': 'Favourites',
  'ui.home.steps': 'First steps',
  'ui.home.openChannels': 'Open channels',
  'ui.home.welcome': 'Start here',
} as const satisfies Catalogue
