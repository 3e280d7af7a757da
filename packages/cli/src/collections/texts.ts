import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora collections` says. */
const collectionTexts = {
  'help.query': 'part of the name or description',
  'help.state': 'state',
  'help.sort': 'order of the list',
  'help.dir': 'direction',
  'help.items': 'classes of each in the answer; -1 for all',
  'help.name': 'name, 3 to 40 characters',
  'help.description': 'description, 3 to 500 characters',
  'help.active': 'active; --no-active for inactive',
  'help.class': 'tag of a title to put in, in this order',
  'help.document': 'id of a document that it shows; all of them from now on',
  'help.order': 'put collections into this order; those left out keep their places',
  'help.tags': 'collection tags in the new order',
  'help.feature': 'feature a collection; the former one no longer is',
  'help.classOfDay': 'make it the class of the day; the former one no longer is',
  'help.off': 'take it back',
  'help.tag': 'collection tag, as in the list',
  'help.classes': 'manage the classes of a collection',
  'help.classList': 'list the classes of a collection in their order, upcoming ones too',
  'help.classFind': 'find titles that a collection can have',
  'help.classAdd': 'add titles at the end of a collection',
  'help.classOrder': 'put classes into this order; those left out keep their places',
  'help.classRemove': 'take titles out of a collection',
  'help.duration': 'length in seconds',
  'help.skill': '1 to 10, or',
  'help.intensity': 'intensity, 1 to 10',
  'help.type': 'kind of class',
  shownFrom: 'shown from {{date}}',
  missingHow: 'List what there is: kinora collections list',
  featured: '{{tag}} is featured',
  notFeatured: '{{tag}} is no longer featured',
  classOfDay: '{{tag}} is the class of the day',
  notClassOfDay: '{{tag}} is no longer the class of the day',
  added: { one: '{{count}} class added', other: '{{count}} classes added' },
  removed: { one: '{{count}} class removed', other: '{{count}} classes removed' },
  ordered: 'Classes reordered',
} as const satisfies Catalogue

export const collectionText = (key: keyof typeof collectionTexts, values?: MessageParams): string =>
  fillText(collectionTexts[key], safeValues(values))
