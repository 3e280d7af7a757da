import {
  assertNoIssues,
  checkTaxonomy,
  en,
  equipment,
  focusAreas,
  type Label,
  labels,
  type NameByLanguage,
  normaliseNames,
  type TaxonomyKind,
  taxonomyIds,
  tenants,
  titles,
} from '@kinora/core'
import { messages } from '../kernel/messages.ts'
import { type Resource, resourceVerbs, stateColumn, stateOf, type Values } from '../kernel/resource.ts'
import type { Session } from '../kernel/session.ts'
import { toTagged } from '../kernel/tagged-text.ts'
import { actingTenant } from '../tenants/tenant.ts'

type Entry = Omit<Label, 'labelId'>

/** META-02 to META-10: labels, focus areas and equipment are alike but for their calls and the key of their id. */
const taxonomy = (kind: TaxonomyKind, own: Pick<Resource<Label>, 'command' | 'calls' | 'uses'>) =>
  resourceVerbs<Label>({
    ...own,
    id: taxonomyIds[kind] as 'labelId',
    columns: [
      { header: 'NAME', value: nameOf, flexible: true },
      stateColumn,
      { header: 'LANGUAGES', value: row => Object.keys(row.name).join(', '), flexible: true },
      { header: 'OWNER', value: ownerOf, look: 'dim' },
    ],
    details: row => [
      ['id', row[taxonomyIds[kind] as 'labelId']],
      ...Object.entries(row.name).map(([tag, name]) => [`name ${tag}`, name] as const),
      ['state', stateOf(row)],
      ['owner', ownerOf(row)],
      ['version', row.version],
    ],
    scope: { tenantId: actingTenant },
    fields: {
      help: {
        name: 'name in the default language, or TAG=NAME for another; TAG= removes it',
        isActive: 'offered for titles; --no-active stops offering it',
      },
      texts: ['name'],
    },
    samples: { name: ['Morning', 'de-DE=Morgen'] },
    start: { isActive: true },
    async toDraft(session, { name, ...given }, { scope, row }) {
      if (name === undefined && row !== undefined) return given
      const config = await languagesOf(session, scope)
      const names = withNames(row?.name ?? {}, (name ?? []) as string[], config.languageTag)
      assertNoIssues(checkTaxonomy({ name: names }, config))
      return { ...given, name: names }
    },
  })

export const labelVerbs = taxonomy('label', { command: 'labels', calls: labels, uses: titlesWith })
export const focusAreaVerbs = taxonomy('focusarea', { command: 'focus-areas', calls: focusAreas })
export const equipmentVerbs = taxonomy('equipment', { command: 'equipment', calls: equipment })

function ownerOf({ tenantId }: Entry): string {
  return tenantId ?? en['ui.owner.platform']
}
function nameOf({ name }: Entry): string | undefined {
  return name['en-GB'] ?? name['en-US'] ?? Object.values(name)[0]
}

/** META-11 */
async function languagesOf(session: Session, { tenantId }: Values) {
  const { data } = await (await session.send())(tenants.config, { tenantId: tenantId as string })
  return data[0]?.tenant ?? { languageCodes: [], languageTag: '' }
}

/** `Morning` names it in the default language, `de-DE=Morgen` in another, `de-DE=` removes that name. */
function withNames(names: NameByLanguage, given: readonly string[], languageTag: string): NameByLanguage {
  const named = { ...names }
  for (const value of given) {
    const { tag = languageTag, text } = toTagged(value)
    named[tag] = text
  }
  return normaliseNames(named)
}

/** API-41: how many titles lose a label with it. */
async function titlesWith(session: Session, labelId: string, { tenantId }: Values) {
  const send = await session.send()
  const { totalRecords } = await send(titles.search, {
    labelId: [labelId],
    tenant: tenantId as string,
    take: 1,
  })
  return totalRecords === 0 ? undefined : messages.text('ui.label.deleteUses', { count: totalRecords })
}
