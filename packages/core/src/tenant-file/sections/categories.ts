import { categories } from '../../categories/endpoints.ts'
import { categoryLanguages, checkCategory } from '../../categories/rules.ts'
import {
  type Category,
  newCategory,
  type SubCategory,
  type SubCategoryDraft,
} from '../../categories/schema.ts'
import type { Issue } from '../../kernel/errors.ts'
import { changesOf, defined, type FieldChange, isMoved, paired, type Values } from '../compare.ts'
import { planPictures } from '../pictures.ts'
import { type Planning, refuse, refuseUnknownId, type Work, whileApplying } from '../planning.ts'
import type { TenantFile, Texts } from '../schema.ts'
import { byLanguage, fromLocalised, textsChanged, toLocalisedText } from '../texts.ts'

type Given = NonNullable<TenantFile['categories']>[number]
type GivenSub = NonNullable<Given['subCategories']>[number]

const rules = {
  imageLink: { kind: 'categoryImage', asset: 'categoryImage' },
  bannerImageLink: { kind: 'categoryBanner', asset: 'categoryBanner' },
} as const

/** The tenant's own categories in their order; the platform's are the administrators' (C-84). */
export async function readCategories(planning: Planning): Promise<Category[]> {
  const { id: tenantId, ports, stored } = planning
  if (stored === undefined) return []
  const { data } = await ports.send(categories.list, { tenantId, page: 1, take: -1 }, planning.inTenant)
  return data.filter(row => row.tenantId === tenantId)
}

export const fromCategory = (row: Category): Given => ({
  name: fromLocalised(row.name),
  ...(row.description.invariantText !== '' && { description: fromLocalised(row.description) }),
  ...(row.isPromoted && { isPromoted: true }),
  ...(row.imageLink !== null && { imageLink: row.imageLink }),
  ...(row.bannerImageLink !== null && { bannerImageLink: row.bannerImageLink }),
  ...(row.subCategories.length > 0 && {
    subCategories: row.subCategories.map(({ name, isPromoted }) => ({
      name: fromLocalised(name),
      ...(isPromoted && { isPromoted }),
    })),
  }),
})

/** CAT-01 to CAT-09: what the file has of them, in its order; others stay (API-36). */
export async function planCategories(planning: Planning, given: readonly Given[]): Promise<void> {
  if (planning.tenant.isPlatformOwnedCategories && given.length > 0) {
    refuse(planning, 'categories', [{ path: '', code: 'category.ownHidden' }])
    return
  }
  const rows = await readCategories(planning)
  const match = matchingOf<Category>(planning, row => row.categoryId)
  const { pairs, rest } = paired(given, rows, match)
  const pairsNow = async () => paired(given, await readCategories(whileApplying(planning)), match).pairs
  for (const [index, { given: each, row }] of pairs.entries()) {
    const isThere = async ({ once }: Work) => (await once('categories', pairsNow))[index]!.row !== undefined
    await planCategory(planning, { index, each, row, isThere })
  }
  for (const row of rest)
    planning.extra.push({ section: 'categories', name: row.name.invariantText, isRemovable: false })
  if (!isMoved(pairs, rows)) return
  planning.steps.push({
    action: 'reorder',
    section: 'categories',
    name: '',
    changes: [
      { path: 'order', before: rows.map(match.keyOfRow), after: given.map(each => match.keyOf(each)) },
    ],
    async run({ ports }) {
      const categoryIds = (await pairsNow()).flatMap(({ row }) => row?.categoryId ?? [])
      await ports.send(categories.reorder, { tenantId: planning.id, categoryIds }, planning.inTenant)
    },
  })
}

const matchingOf = <Row extends { name: Category['name'] }>(
  { tenant }: Planning,
  idOf: (row: Row) => string,
) => ({
  keyOf: ({ name }: { name: Texts }) => toLocalisedText(name, undefined, tenant.languageTag).invariantText,
  idOf,
  keyOfRow: (row: Row) => row.name.invariantText,
})

async function planCategory(
  planning: Planning,
  {
    index,
    each,
    row,
    isThere,
  }: { index: number; each: Given; row: Category | undefined; isThere(work: Work): Promise<boolean> },
): Promise<void> {
  const { tenant, id: tenantId } = planning
  const path = `categories.${index}`
  refuseUnknownId(planning, path, { id: each.id, row })
  const { id: _, name, description, subCategories = [], ...fields } = each
  const pictures = await planPictures(planning, path, { given: defined(fields), stored: row, rules })
  const texts = {
    name: toLocalisedText(name, row?.name, tenant.languageTag),
    ...(description !== undefined && {
      description: toLocalisedText(description, row?.description, tenant.languageTag),
    }),
  }
  const subs = planSubCategories(planning, path, { given: subCategories, rows: row?.subCategories ?? [] })
  const draft = { ...pictures.draft, ...texts }
  const sent = { ...draft, ...(subs.draft.length > 0 && { subCategories: subs.draft }) }
  const languages = categoryLanguages(tenant, row && [row, ...row.subCategories])
  const own = changesOf(row && storedOf(row), { ...givenTexts(row, texts), ...pictures.draft })
  const uploads = own.map(change => change.path)
  const shown = pictures.shown(pictures.draft)
  const changes = [
    ...own.map(change => (change.path in shown ? { ...change, after: shown[change.path] } : change)),
    ...subs.changes,
  ]
  if (row !== undefined && changes.length === 0) return
  const issues = checkCategory({ ...texts, subCategories: subs.all }, languages)
  refuse(planning, path, issues.map(inFile))
  const known = row && { categoryId: row.categoryId, version: row.version }
  planning.steps.push({
    action: row === undefined ? 'create' : 'update',
    section: 'categories',
    changes,
    name: texts.name.invariantText,
    async run(work) {
      await pictures.upload(work, uploads)
      const { send } = work.ports
      if (known === undefined)
        await send(categories.create, { tenantId, ...newCategory, ...sent }, planning.inTenant)
      else await send(categories.update, { tenantId, ...known, ...sent }, planning.inTenant)
    },
    ...(known === undefined && { isThere }),
  })
}

/** The invariant text is the default one of a file. */
const inFile = (issue: Issue): Issue => ({ ...issue, path: issue.path.replace(/invariantText$/, 'default') })

interface Localised {
  name: Category['name']
  description?: Category['name'] | undefined
}

const givenTexts = (row: Category | undefined, { name, description }: Localised): Values => ({
  name: textsChanged(row ? byLanguage(row.name) : {}, byLanguage(name)).given,
  ...(description && {
    description: textsChanged(row ? byLanguage(row.description) : {}, byLanguage(description)).given,
  }),
})

const storedOf = (row: Category): Values => ({
  ...row,
  name: byLanguage(row.name),
  description: byLanguage(row.description),
})

/** CAT-08: those that change or are new are sent; `all` is for the rule, whose paths are those of the file. */
function planSubCategories(
  planning: Planning,
  path: string,
  { given, rows }: { given: readonly GivenSub[]; rows: readonly SubCategory[] },
): { draft: SubCategoryDraft[]; all: SubCategoryDraft[]; changes: FieldChange[] } {
  const { languageTag } = planning.tenant
  const { pairs, rest } = paired(
    given,
    rows,
    matchingOf<SubCategory>(planning, row => row.subCategoryId),
  )
  const planned = pairs.map(({ given: each, row }, index) => {
    refuseUnknownId(planning, `${path}.subCategories.${index}`, { id: each.id, row })
    const name = toLocalisedText(each.name, row?.name, languageTag)
    const { given: texts } = textsChanged(row ? byLanguage(row.name) : {}, byLanguage(name))
    const found = changesOf(row && { ...row, name: byLanguage(row.name) }, {
      name: texts,
      isPromoted: each.isPromoted,
    })
    const draft: SubCategoryDraft = {
      ...(row && { subCategoryId: row.subCategoryId }),
      name,
      isPromoted: each.isPromoted ?? row?.isPromoted ?? false,
    }
    const prefix = `subCategories.${name.invariantText}`
    return { draft, changes: found.map(change => ({ ...change, path: `${prefix}.${change.path}` })) }
  })
  if (given.length > 0)
    for (const row of rest)
      planning.extra.push({ section: 'categories', name: row.name.invariantText, isRemovable: false })
  return {
    draft: planned.filter(({ changes }) => changes.length > 0).map(({ draft }) => draft),
    all: planned.map(({ draft }) => draft),
    changes: planned.flatMap(({ changes }) => changes),
  }
}
