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
import { categoryText } from '../categories/texts.ts'
import { usage } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/follow-up.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { promotedColumn, promotedOf, textLines } from './categories.ts'

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
    .argument('<category>', categoryText('help.category'))
    .hook('preAction', printing(session, fields))
    .action(async (id: string) =>
      session.print.table((await openCategory(session, id)).category.subCategories, [
        { header: 'ID', value: sub => sub.subCategoryId, look: 'accent' },
        { header: 'NAME', value: sub => sub.name.invariantText, flexible: true },
        promotedColumn,
      ]),
    )
}

const collect = (value: string, before: string[] = []) => [...before, value]

const addCreate: FillCommand = (command, session) => {
  command
    .argument('<category>', categoryText('help.category'))
    .requiredOption('--name <text>', `${categoryText('help.name')} (repeatable)`, collect)
    .option('--promoted', categoryText('help.promoted'))
    .hook('preAction', printing(session, fields))
    .action(async (id: string, { name = [], promoted = false }: Flags) => {
      const { category, save } = await openCategory(session, id)
      const saved = await save({ name: withTexts(undefined, name), isPromoted: promoted })
      const known = new Set(category.subCategories.map(sub => sub.subCategoryId))
      const made = saved.subCategories.findLast(sub => !known.has(sub.subCategoryId))!
      session.print.record(made, [['subCategoryId', made.subCategoryId]])
      session.print.done(text('resource.created', { id: made.subCategoryId }))
    })
}

const addEdit: FillCommand = (command, session) => {
  command
    .argument('<category>', categoryText('help.category'))
    .argument('<id>', categoryText('help.subCategory'))
    .option('--name <text>', `${categoryText('help.name')} (repeatable)`, collect)
    .option('--promoted', categoryText('help.promoted'))
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
        throw missingRow(subCategoryId, categoryText('sub.missingHow', { id: quoted(id), context }))
      }
      const isPromoted = promoted ?? before.isPromoted
      const saved = await save({ subCategoryId, name: withTexts(before.name, name ?? []), isPromoted })
      const after = saved.subCategories.find(sub => sub.subCategoryId === subCategoryId)!
      session.print.record(after, lines(after))
      session.print.done(en['success.itemSaved'])
    })
}

/** CAT-08: `kinora subcategories`. */
export const subCategoryVerbs: readonly LazyCommand[] = [
  { name: 'list', summary: categoryText('sub.list'), load: async () => addList },
  { name: 'create', summary: categoryText('sub.create'), load: async () => addCreate },
  { name: 'edit', summary: categoryText('sub.edit'), load: async () => addEdit },
]
