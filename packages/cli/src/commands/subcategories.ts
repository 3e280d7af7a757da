import {
  assertNoIssues,
  type Category,
  categories,
  checkSubCategory,
  en,
  type SubCategory,
  type SubCategoryDraft,
} from '@kinora/core'
import { Option } from 'commander'
import { categoryTenant, languagesFor, missingCategory, missingRow, withTexts } from '../categories/owner.ts'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/follow-up.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { promotedColumn, promotedOf, textLines } from './categories.ts'

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
  { name: 'list', summary: 'list the sub categories of a category', load: async () => addList },
  { name: 'create', summary: 'add a sub category to a category', load: async () => addCreate },
  {
    name: 'edit',
    summary: 'edit a sub category; fields not given stay unchanged',
    load: async () => addEdit,
  },
]
