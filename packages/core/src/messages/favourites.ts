import type { Catalogue } from './catalogue.ts'

/** Favourites of a tenant (FAV). */
export const favouriteTexts = {
  'ui.favourites.text': 'Titles that this site has marked as favourites.',
  'ui.favourites.search': 'Search favourites',
  'ui.favourites.count': { one: '{{count}} favourite', other: '{{count}} favourites' },
  'ui.favourites.emptyTitle': 'No favourites yet',
  'ui.favourites.emptyText': 'Add a title to see it here.',
  'ui.favourites.add': 'Add favourite',
  'ui.favourites.favourite': 'Favourite',
  'ui.favourites.remove': 'Remove {{name}} from favourites',
  'ui.favourites.added': '{{name}} added to favourites',
  'ui.favourites.removed': '{{name}} removed from favourites',
  'ui.favourites.columnAdded': 'Added',
} as const satisfies Catalogue
