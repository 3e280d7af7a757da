import { type Label, type TaxonomyKind, taxonomyTexts, tenants, wordTexts } from '@kinora/core'
import { useCallback, useMemo } from 'react'
import { useActiveColumn } from '../kernel/active.tsx'
import { LanguageTags } from '../kernel/language-tags.tsx'
import { useTexts } from '../kernel/message.ts'
import { RowList } from '../kernel/row-list.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { useRead } from '../kernel/use-read.ts'
import { type ListProps, searchRules, toSearch, useResourceList } from '../kernel/use-resource-list.ts'
import { Badge } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { nameIn, taxonomy } from './taxonomy.ts'

export interface TaxonomyListProps extends ListProps<Label, { active: 'true' | 'false' }> {
  kind: TaxonomyKind
}

// NAV-36 to NAV-38
/** The labels, focus areas or equipment that a tenant offers, its own and the platform's. */
export const TaxonomyList = ofTenant<TaxonomyListProps>(props => {
  const { kind, location, filter, rowHref, addHref, tabs, tenantId } = props
  const { text } = useTexts(taxonomyTexts, wordTexts)
  const { calls, idKey } = taxonomy(kind)
  const active = useActiveColumn()
  const config = useRead(tenants.config, { tenantId })
  const tag = config.data?.data[0]?.tenant.languageTag ?? ''
  const list = useResourceList(calls.list, {
    ...{ location, filter, rules: searchRules },
    input: state => ({ tenantId, ...toSearch(state) }),
  })
  const rowId = useCallback((row: Label) => row[idKey], [idKey])
  const rowName = useCallback((row: Label) => nameIn(row.name, tag).text, [tag])
  const columns = useMemo<DataTableColumn<Label>[]>(
    () => [
      {
        id: 'name',
        header: text('field.name'),
        width: 220,
        grow: 2,
        cell(row) {
          const name = nameIn(row.name, tag)
          return <TitleCell href={rowHref?.(rowId(row))} name={name.text} lang={name.tag} />
        },
      },
      {
        id: 'languages',
        header: text('ui.taxonomies.languages'),
        width: 200,
        grow: 2,
        cell: ({ name }) => (
          <LanguageTags tags={Object.keys(name).filter(other => other !== nameIn(name, tag).tag)} most={4} />
        ),
      },
      {
        id: 'owner',
        header: text('ui.owner'),
        width: 120,
        cell: ({ tenantId }) => (tenantId === null ? <Badge>{text('ui.owner.platform')}</Badge> : null),
      },
      active.column,
    ],
    [text, tag, active, rowHref, rowId],
  )
  return (
    <RowList
      noun={kind}
      words={text}
      part="taxonomy-list"
      host={props}
      title={text(`ui.${kind}.title`)}
      addHref={addHref}
      tabs={tabs}
      list={list}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      searchLabel={text(`ui.${kind}.search`)}
      filters={[active.filter]}
    />
  )
})
