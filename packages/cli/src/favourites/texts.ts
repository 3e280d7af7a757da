import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora favourites` says. */
const favouriteTexts = {
  'help.list': 'list the favourites of the tenant, latest first',
  'help.add': 'add titles to the favourites',
  'help.remove': 'remove titles from the favourites',
  'help.query': 'part of the name of a title',
  added: 'is a favourite',
  removed: 'is no favourite',
} as const satisfies Catalogue

export const favouriteText = (key: keyof typeof favouriteTexts, values?: MessageParams): string =>
  fillText(favouriteTexts[key], safeValues(values))
