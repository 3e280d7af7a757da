import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora categories` and `kinora subcategories` say. */
const categoryTexts = {
  'help.reorder': 'put categories into this order; those left out keep their places',
  'help.ids': 'category ids in the new order',
  'help.name': 'name, or TAG=NAME for one language; TAG= removes it',
  'help.description': 'description, or TAG=TEXT for one language; TAG= removes it',
  'help.promoted': 'promoted; --no-promoted takes it back',
  'help.image': 'image file, 500 x 500; an empty value removes the image',
  'help.banner': 'banner file, 1920 x 564; an empty value removes the banner',
  'help.category': 'category id, as in kinora categories list',
  'help.subCategory': 'sub category id, as in the list',
  'sub.list': 'list the sub categories of a category',
  'sub.create': 'add a sub category to a category',
  'sub.edit': 'edit a sub category; fields not given stay unchanged',
  'sub.missingHow': 'List what there is: kinora subcategories list {{id}}{{context}}',
} as const satisfies Catalogue

export const categoryText = (key: keyof typeof categoryTexts, values?: MessageParams): string =>
  fillText(categoryTexts[key], safeValues(values))
