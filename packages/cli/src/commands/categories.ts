import {
  assertNoIssues,
  type Category,
  type CategoryDraft,
  categories,
  categoryLanguages,
  checkCategory,
  checkSubCategory,
  en,
  KinoraError,
  type LocalisedText,
  Role,
  type SubCategory,
  type SubCategoryDraft,
  tenants,
  toLocalised,
  toTexts,
} from '@kinora/core'
import { Option } from 'commander'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { type ImageFields, withImages } from '../kernel/image-fields.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { missingIn, missingRow, whenMissing } from '../kernel/missing.ts'
import { showDone } from '../kernel/outcomes.ts'
import type { Column } from '../kernel/print.ts'
import { resourceVerbs } from '../kernel/resource.ts'
import type { Session } from '../kernel/session.ts'
import { toTagged } from '../kernel/tagged-text.ts'
import { text } from '../kernel/texts.ts'
import { actingTenant } from '../tenants/tenant.ts'

/** C-84: whose categories they are: a tenant’s, or the platform’s for administrators, who may name a tenant to list what it is offered. */
async function categoryTenant(session: Session): Promise<string | undefined> {
  const { role } = await session.user()
  if (role === Role.Admin) return session.options.tenant
  return role === Role.Provider ? undefined : actingTenant(session)
}

type Named = Parameters<typeof categoryLanguages>[1]

/** CAT-09: the languages that texts may be in. */
async function languagesFor(
  session: Session,
  tenantId: string | undefined,
  stored?: Named,
): Promise<string[]> {
  if (tenantId === undefined) return categoryLanguages(undefined, stored)
  const { data } = await (await session.send())(tenants.config, { tenantId })
  const [found] = data
  if (found === undefined) throw new KinoraError('notFound')
  return categoryLanguages(found.tenant, stored)
}

/** `Strength` is for all languages without a text of their own, `de-DE=Kraft` for one, `de-DE=` removes that. */
function withTexts(before: LocalisedText | undefined, given: readonly string[]): LocalisedText {
  const texts: Record<string, string> = { ...(before && toTexts(before)) }
  for (const value of given) {
    const { tag = 'invariantText', text: written } = toTagged(value)
    texts[tag] = written
  }
  return toLocalised(texts)
}

/** Exit code 3: a category that isn't there, by its id. */
const missingCategory = (session: Session, id: string): KinoraError =>
  missingIn(session, 'kinora categories list', id)

/** CAT-03 */
const promotedOf = ({ isPromoted }: { isPromoted: boolean }): string =>
  en[isPromoted ? 'ui.categories.promoted' : 'ui.categories.notPromoted']
/** CAT-03 as a column. */
const promotedColumn: Column<{ isPromoted: boolean }> = {
  header: 'PROMOTION',
  value: promotedOf,
  look: row => (row.isPromoted ? 'good' : 'dim'),
}
/** CAT-04 */
const pictures = {
  imageLink: { kind: 'categoryImage', asset: 'categoryImage' },
  bannerImageLink: { kind: 'categoryBanner', asset: 'categoryBanner' },
} as const satisfies ImageFields<string>

const ownerOf = ({ tenantId }: Category): string => tenantId ?? en['ui.owner.platform']

/** A text in every language that it is in, for `show`. */
const textLines = (field: string, { invariantText, localTexts }: LocalisedText) => [
  [field, invariantText] as const,
  ...localTexts.map(({ ietfTag, text }) => [`${field} ${ietfTag}`, text] as const),
]

const verbs = resourceVerbs<Category>({
  command: 'categories',
  calls: categories,
  id: 'categoryId',
  scope: { tenantId: categoryTenant },
  columns: [
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
  filters: {
    names: { isPromoted: 'promoted' },
    help: { isPromoted: 'only promoted; --no-promoted for the others', owner: 'only those of' },
  },
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
      const send = await session.send()
      const answer = await whenMissing(send(categories.reorder, { tenantId, categoryIds }), async error => {
        const known = (await send(categories.list, { tenantId, take: -1 })).data
        const missing = categoryIds.find(id => known.every(row => row.categoryId !== id))
        return missing === undefined ? error : missingCategory(session, missing)
      })
      showDone(session, answer, en['success.displayOrder'])
    })
  addExamples(command, ['yoga strength', 'ID OTHER_ID --tenant pulsehouse'])
}

/** CAT-01 to CAT-06: `kinora categories`. */
export const categoryVerbs: readonly LazyCommand[] = [
  ...verbs,
  verb('reorder', 'put categories into this order; those left out keep their places', addReorder),
]

const help = { category: 'category id, as in kinora categories list' } as const

const fields = namesOf<SubCategory>({ subCategoryId: true, name: true, isPromoted: true })

interface Flags {
  name?: string[]
  promoted?: boolean
}

/** The category that a command names; exit code 3 where it isn't there. */
async function openCategory(session: Session, categoryId: string) {
  const tenantId = await categoryTenant(session)
  const send = await session.send()
  const { data } = await send(categories.list, { tenantId, take: -1 })
  const category = data.find(row => row.categoryId === categoryId)
  if (category === undefined) throw missingCategory(session, categoryId)
  /** CAT-08: through the category, with the version that was read. */
  const save = async (draft: SubCategoryDraft): Promise<Category> => {
    assertNoIssues(
      checkSubCategory(draft, await languagesFor(session, tenantId, [category, ...category.subCategories])),
    )
    const { version } = category
    return send(categories.update, { tenantId, categoryId, version, subCategories: [draft] })
  }
  return { category, save }
}

const lines = (sub: SubCategory) =>
  [['id', sub.subCategoryId], ...textLines('name', sub.name), ['promotion', promotedOf(sub)]] as const

const addList: FillCommand = (command, session) => {
  command
    .argument('<category>', help.category)
    .hook('preAction', printing(session, fields))
    .action(async (id: string) =>
      session.print.table((await openCategory(session, id)).category.subCategories, [
        { header: 'ID', value: sub => sub.subCategoryId, look: 'accent' },
        { header: 'NAME', value: sub => sub.name.invariantText, flexible: true },
        promotedColumn,
      ]),
    )
  addExamples(command, ['CATEGORY', 'CATEGORY --json subCategoryId,name'])
}

const collect = (value: string, before: string[] = []) => [...before, value]

const addCreate: FillCommand = (command, session) => {
  command
    .argument('<category>', help.category)
    .requiredOption('--name <text>', `${text('categories.name')} (repeatable)`, collect)
    .option('--promoted', text('categories.promoted'))
    .hook('preAction', printing(session, fields))
    .action(async (id: string, { name = [], promoted = false }: Flags) => {
      const { category, save } = await openCategory(session, id)
      const saved = await save({ name: withTexts(undefined, name), isPromoted: promoted })
      const known = new Set(category.subCategories.map(sub => sub.subCategoryId))
      const made = saved.subCategories.findLast(sub => !known.has(sub.subCategoryId))!
      session.print.record(made, [['subCategoryId', made.subCategoryId]])
      session.print.done(text('resource.created', { id: made.subCategoryId }))
    })
  addExamples(command, ['CATEGORY --name Kettlebell --name "de-DE=Kettlebell-Training"'])
}

const addEdit: FillCommand = (command, session) => {
  command
    .argument('<category>', help.category)
    .argument('<id>', 'sub category id, as in the list')
    .option('--name <text>', `${text('categories.name')} (repeatable)`, collect)
    .option('--promoted', text('categories.promoted'))
    .addOption(new Option('--no-promoted').hideHelp())
    .hook('preAction', printing(session, fields))
    .action(async (id: string, subCategoryId: string, { name, promoted }: Flags) => {
      if (name === undefined && promoted === undefined)
        throw usage(
          text('resource.nothingToEdit'),
          text('usage.help', { command: 'kinora subcategories edit' }),
        )
      const { category, save } = await openCategory(session, id)
      const before = category.subCategories.find(sub => sub.subCategoryId === subCategoryId)
      if (before === undefined) {
        const context = contextFlags(session)
        throw missingRow(
          subCategoryId,
          safe`List what there is: kinora subcategories list ${quoted(id)}${context}`,
        )
      }
      const isPromoted = promoted ?? before.isPromoted
      const saved = await save({ subCategoryId, name: withTexts(before.name, name ?? []), isPromoted })
      const after = saved.subCategories.find(sub => sub.subCategoryId === subCategoryId)!
      session.print.record(after, lines(after))
      session.print.done(en['success.itemSaved'])
    })
  addExamples(command, ['CATEGORY ID --promoted', 'CATEGORY ID --name de-DE=Hantel'])
}

/** CAT-08: `kinora subcategories`. */
export const subCategoryVerbs: readonly LazyCommand[] = [
  verb('list', 'list the sub categories of a category', addList),
  verb('create', 'add a sub category to a category', addCreate),
  verb('edit', 'edit a sub category; fields not given stay unchanged', addEdit),
]
