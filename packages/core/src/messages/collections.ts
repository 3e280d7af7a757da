import type { Catalogue } from './catalogue.ts'

/** Collections (COLL). */
export const collectionTexts = {
  'collection.minimum': 'Minimum one classes need to be in a collection',
  'collection.featuredStays': 'A featured collection can’t be deactivated. Feature another one first.',
  'collection.highlightInactive': 'Activate the collection first.',
  'collection.highlightNone': 'Say isFeaturedCollection or isClassOfDayCollection.',
  'collection.twice': '{{id}} is named twice',
  'collection.notOffered': '{{id}} is not a title that this site shows',
  'collection.notIn': '{{id}} is not in this collection any more',
  'collection.lastOf': 'It is the last collection of: {{names}}. Add another one there first.',
  'success.collectionReordered': 'Collection reordered',
  'ui.collections.text': 'Classes that belong together, in the order in which the site shows them.',
  'ui.collections.new': 'New collection',
  'ui.collections.create': 'Create collection',
  'ui.collections.emptyTitle': 'No collections yet',
  'ui.collections.emptyText': 'Add a collection, then choose its classes.',
  'ui.collections.columnPlace': 'Place',
  'ui.collections.columnFeatured': 'Featured',
  'ui.collections.columnClassOfDay': 'Class of the day',
  'ui.collections.documentsHelp': 'PDFs that members can read beside the classes.',
  'ui.collections.feature': 'Feature {{name}}',
  'ui.collections.classOfDay': 'Make {{name}} the class of the day',
  'ui.collections.featured': '{{name}} is featured',
  'ui.collections.isClassOfDay': '{{name}} is the class of the day',
  'ui.collections.notFeatured': '{{name}} is no longer featured',
  'ui.collections.notClassOfDay': '{{name}} is no longer the class of the day',
  'ui.collections.makeFeatured': 'Feature',
  'ui.collections.makeClassOfDay': 'Make class of the day',
  'ui.collections.unfeature': 'Stop featuring',
  'ui.collections.noClassOfDay': 'No longer class of the day',
  'ui.collections.noClasses': 'None',
  'ui.collections.upcoming': { one: '{{count}} upcoming', other: '{{count}} upcoming' },
  'ui.collections.placeOf': 'Place of {{name}}',
  'ui.collections.delete': 'Delete collection',
  'ui.collections.deleteMany': { one: 'Delete {{count}} collection', other: 'Delete {{count}} collections' },
  'ui.collections.deleteTitle': {
    one: 'Delete {{count}} collection?',
    other: 'Delete {{count}} collections?',
  },
  'ui.collections.deleteText': 'Its titles stay; only the collection goes.',
  'ui.collections.deleted': { one: '{{count}} collection deleted', other: '{{count}} collections deleted' },
  'ui.collections.deleteFailed': {
    one: '{{count}} collection couldn’t be deleted',
    other: '{{count}} collections couldn’t be deleted',
  },
  'ui.collections.activeHelp': 'Members see an active collection. It needs at least one class.',
  'ui.collections.featuredHelp': 'It is featured and can’t be deactivated. Feature another one first.',
  'ui.collections.classOfDayHelp': 'It is the class of the day until it is deactivated.',
  'ui.collections.classesText': 'Members see them in this order. What you do here is stored at once.',
  'ui.collections.classesNew': 'Members see them in this order.',
  'ui.collections.emptyActive':
    'It is active and holds no class that members can see. Add one, or deactivate it.',
  'ui.collections.classesNoneText': 'Add at least one, then activate the collection.',
  'ui.collections.shownFrom': 'Shown from {{date}}',
  'ui.collections.removeClass': 'Remove from collection',
  'ui.collections.removed': '{{name}} removed',
  'ui.collections.added': { one: '{{count}} class added', other: '{{count}} classes added' },
} as const satisfies Catalogue

/** The chooser of classes, which collections and the schedule share (COLL-09, EVENT-30, TITLE-11). */
export const classChooserTexts = {
  'ui.chooser.title': 'Choose classes',
  'ui.chooser.take': 'Choose class',
  'ui.chooser.search': 'Search classes',
  'ui.chooser.list': 'Classes',
  'ui.chooser.count': { one: '{{count}} class', other: '{{count}} classes' },
  'ui.chooser.choose': 'Choose {{name}}',
  'ui.chooser.chosenAlready': 'Already chosen',
  'ui.chooser.add': { one: 'Add {{count}} class', other: 'Add {{count}} classes' },
  'ui.chooser.addNone': 'Add classes',
  'ui.chooser.skill': 'Skill {{value}} of 5',
  'ui.chooser.intensity': 'Intensity {{value}} of 5',
  'ui.chooser.emptyTitle': 'No classes yet',
  'ui.chooser.emptyText': 'Publish a title to this site, then choose it here.',
  'ui.chooser.more': 'Show more',
} as const satisfies Catalogue

/** What names them in forms of other nouns. */
export const placeTexts = {
  'field.collectionTags': 'Collections',
  'field.titleTags': 'Titles',
} as const satisfies Catalogue
