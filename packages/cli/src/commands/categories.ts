import {
  assertNoIssues,
  type Category,
  type CategoryDraft,
  categories,
  checkCategory,
  en,
  isKinoraError,
  type LocalisedText,
} from '@kinora/core'
import { categoryTenant, languagesFor, missingCategory, withTexts } from '../categories/owner.ts'
import { addExamples } from '../kernel/examples.ts'
import { type ImageFields, withImages } from '../kernel/image-fields.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import type { Column } from '../kernel/print.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import { text } from '../kernel/texts.ts'

/** CAT-03 */
export const promotedOf = ({ isPromoted }: { isPromoted: boolean }): string =>
  en[isPromoted ? 'ui.categories.promoted' : 'ui.categories.notPromoted']
/** CAT-03 as a column. */
export const promotedColumn: Column<{ isPromoted: boolean }> = {
  header: 'PROMOTION',
  value: promotedOf,
  look: row => (row.isPromoted ? 'good' : 'dim'),
}
/** CAT-04 */
const pictures = {
  imageLink: { kind: 'categoryImage', asset: 'categoryImage' },
  bannerImageLink: { kind: 'categoryBanner', asset: 'categoryBanner' },
} as const satisfies ImageFields<string>

const ownerOf = ({ tenantId }: Category): string => tenantId ?? en['ui.categories.platform']

/** A text in every language that it is in, for `show`. */
export const textLines = (field: string, { invariantText, localTexts }: LocalisedText) => [
  [field, invariantText] as const,
  ...localTexts.map(({ ietfTag, text }) => [`${field} ${ietfTag}`, text] as const),
]

const verbs = resourceVerbs<Category>({
  command: 'categories',
  calls: categories,
  id: 'categoryId',
  scope: { tenantId: categoryTenant },
  columns: [
    { header: 'ID', value: row => row.categoryId, look: 'accent' },
    { header: 'TITLE', value: row => row.name.invariantText, flexible: true },
    promotedColumn,
    { header: 'SUB CATEGORIES', value: row => row.subCategories.length },
    { header: 'OWNER', value: ownerOf, look: 'dim' },
  ],
  details: row => [
    ['id', row.categoryId],
    ...textLines('name', row.name),
    ...textLines('description', row.description),
    ['promotion', promotedOf(row)],
    ['image', row.imageLink],
    ['banner', row.bannerImageLink],
    ...row.subCategories.map(sub => [`sub category ${sub.subCategoryId}`, sub.name.invariantText] as const),
    ['display order', row.displayOrder],
    ['owner', ownerOf(row)],
    ['version', row.version],
  ],
  fields: {
    names: { isPromoted: 'promoted', imageLink: 'image', bannerImageLink: 'banner' },
    help: {
      name: text('categories.name'),
      description: 'description, or TAG=TEXT for one language; TAG= removes it',
      isPromoted: text('categories.promoted'),
      imageLink: 'image file, 500 x 500; an empty value removes the image',
      bannerImageLink: 'banner file, 1920 x 564; an empty value removes the banner',
    },
    texts: ['name', 'description'],
  },
  samples: { name: ['Strength', 'de-DE=Kraft'], image: ['strength.jpg'] },
  async toDraft(session, { name, description, ...given }, { scope, row }) {
    const draft: Partial<CategoryDraft> = {
      ...((row === undefined || name !== undefined) && {
        name: withTexts(row?.name, (name ?? []) as string[]),
      }),
      ...(description !== undefined && {
        description: withTexts(row?.description, description as string[]),
      }),
    }
    if (Object.keys(draft).length > 0) {
      const tags = await languagesFor(session, scope.tenantId as string | undefined, row && [row])
      assertNoIssues(checkCategory(draft, tags))
    }
    return { ...given, ...draft, ...(await withImages(session, pictures, given as Partial<CategoryDraft>)) }
  },
})

/** API-37, CAT-06 */
const addReorder: FillCommand = (command, session) => {
  command
    .argument('<id...>', 'category ids in the new order')
    .hook('preAction', printing(session, ['status']))
    .action(async (categoryIds: string[]) => {
      const tenantId = await categoryTenant(session)
      const { categories: calls } = await session.api()
      const answer = await calls.reorder({ tenantId, categoryIds }).catch(async (error: unknown) => {
        if (!isKinoraError(error) || error.code !== 'notFound') throw error
        const known = (await calls.list({ tenantId, take: -1 })).data
        const missing = categoryIds.find(id => known.every(row => row.categoryId !== id))
        throw missing === undefined ? error : missingCategory(session, missing)
      })
      if (session.print.json) session.print.record(answer, [])
      session.print.done(en['success.displayOrder'])
    })
  addExamples(command, ['yoga strength', 'ID OTHER_ID --tenant pulsehouse'])
}

/** CAT-01 to CAT-06: `kinora categories`. */
export const categoryVerbs: readonly LazyCommand[] = [
  ...verbs,
  {
    name: 'reorder',
    summary: 'put categories into this order; those left out keep their places',
    load: async () => addReorder,
  },
]
