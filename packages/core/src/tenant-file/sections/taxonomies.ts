import { KinoraError } from '../../kernel/errors.ts'
import { equipment, focusAreas, labels } from '../../taxonomies/endpoints.ts'
import { checkTaxonomy } from '../../taxonomies/rules.ts'
import { type NameByLanguage, newTaxonomy } from '../../taxonomies/schema.ts'
import { changesOf, defined, paired } from '../compare.ts'
import { type Planning, refuse, refuseUnknownId, type Work, whileApplying } from '../planning.ts'
import type { TenantFile } from '../schema.ts'
import { fromNames, textsChanged, toNames } from '../texts.ts'

/** Labels, focus areas and equipment, which are alike. */
export const taxonomies = {
  labels: { calls: labels, id: 'labelId' },
  focusAreas: { calls: focusAreas, id: 'focusAreaId' },
  equipment: { calls: equipment, id: 'equipmentId' },
} as const
export type TaxonomySection = keyof typeof taxonomies

interface Row {
  id: string
  name: NameByLanguage
  isActive: boolean
  version: number
}

/** The tenant's own rows; the platform's are nobody's to change (META-02). */
export async function readTaxonomy(planning: Planning, section: TaxonomySection): Promise<Row[]> {
  const { id: tenantId, ports, stored } = planning
  if (stored === undefined) return []
  const { calls, id } = taxonomies[section]
  const { data } = await ports.send(calls.list, { tenantId }, planning.inTenant)
  const rows = data as readonly object[] as (Row & { tenantId: string | null } & Record<typeof id, string>)[]
  return rows.filter(row => row.tenantId === tenantId).map(row => ({ ...row, id: row[id] }))
}

export const fromTaxonomy = ({ name, isActive }: Row, language: string) => ({
  name: fromNames(name, language),
  ...(!isActive && { isActive }),
})

/** META-02, META-03, META-10 */
export async function planTaxonomy(
  planning: Planning,
  section: TaxonomySection,
  given: NonNullable<TenantFile['labels']>,
): Promise<void> {
  const { tenant, id: tenantId } = planning
  const { calls, id: idName } = taxonomies[section]
  const language = tenant.languageTag
  const rows = await readTaxonomy(planning, section)
  const shown = (name: NameByLanguage) => name[language] ?? Object.values(name)[0] ?? ''
  const pairsOf = (stored: readonly Row[]) =>
    paired(given, stored, {
      keyOf: each => shown(toNames(each.name, {}, language)),
      idOf: row => row.id,
      keyOfRow: row => shown(row.name),
    })
  const { pairs, rest } = pairsOf(rows)
  const pairsNow = async () => pairsOf(await readTaxonomy(whileApplying(planning), section)).pairs
  for (const [index, { given: each, row }] of pairs.entries()) {
    const path = `${section}.${index}`
    refuseUnknownId(planning, path, { id: each.id, row })
    const name = toNames(each.name, row?.name, language)
    const texts = textsChanged(row?.name ?? {}, name)
    const changes = changesOf(row && { ...row, name: texts.stored }, {
      name: texts.given,
      isActive: each.isActive,
    })
    if (row !== undefined && changes.length === 0) continue
    refuse(planning, path, checkTaxonomy({ name }, tenant))
    const draft = defined({ name, isActive: each.isActive })
    planning.steps.push({
      action: row === undefined ? 'create' : 'update',
      section,
      name: shown(name),
      changes,
      run: ({ ports: { send } }) =>
        row === undefined
          ? send(calls.create, { tenantId, ...newTaxonomy, ...draft } as never, planning.inTenant)
          : send(
              calls.update,
              { tenantId, [idName]: row.id, version: row.version, ...draft } as never,
              planning.inTenant,
            ),
      ...(row === undefined && {
        isThere: async ({ once }: Work) => (await once(section, pairsNow))[index]!.row !== undefined,
      }),
    })
  }
  for (const row of rest) planRest(planning, section, { row, name: shown(row.name) })
}

/** C-43: only labels can be deleted. */
function planRest(
  planning: Planning,
  section: TaxonomySection,
  { row, name }: { row: Row; name: string },
): void {
  if (section !== 'labels' || !planning.options.prune) {
    planning.extra.push({ section, name, isRemovable: section === 'labels' })
    return
  }
  planning.steps.push({
    action: 'remove',
    section,
    name,
    changes: [{ path: 'name', before: name }],
    async run({ ports: { send } }) {
      const { data } = await send(labels.remove, { tenantId: planning.id, ids: [row.id] }, planning.inTenant)
      const failed = data.find(({ status }) => status >= 300 && status !== 404)
      if (failed !== undefined) throw new KinoraError('conflict')
    },
  })
}
