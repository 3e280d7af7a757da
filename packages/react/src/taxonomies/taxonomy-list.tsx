import { type Label, type TaxonomyKind, taxonomyTexts, tenants, wordTexts } from '@kinora/core'
import { useCallback, useMemo } from 'react'
import { activeColumn, useActiveFilter } from '../kernel/active.tsx'
import { LanguageTags } from '../kernel/language-tags.tsx'
import { useTexts } from '../kernel/message.ts'
import { type RowColumn, RowList } from '../kernel/row-list.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { useRead } from '../kernel/use-read.ts'
import { type ListProps, searched, useResourceList } from '../kernel/use-resource-list.ts'
import { Badge } from '../ui/status/badge.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { nameIn, taxonomy } from './taxonomy.ts'

export interface TaxonomyListProps extends ListProps<Label, { active: 'true' | 'false' }> {
  kind: TaxonomyKind
}

// NAV-36 to NAV-38
/** The labels, focus areas or equipment that a tenant offers, its own and the platform's. */
export const TaxonomyList = ofTenant<TaxonomyListProps>(props => {
  const { kind, tenantId } = props
  const { text } = useTexts(taxonomyTexts, wordTexts)
  const { calls, idKey } = taxonomy(kind)
  const config = useRead(tenants.config, { tenantId })
  const tag = config.data?.data[0]?.tenant.languageTag ?? ''
  const list = useResourceList(calls.list, { ...props, ...searched })
  const rowName = useCallback((row: Label) => nameIn(row.name, tag).text, [tag])
  const columns = useMemo<RowColumn<Label>[]>(
    () => [
      {
        id: 'name',
        width: 220,
        grow: 2,
        cell(row) {
          const name = nameIn(row.name, tag)
          return <TitleCell name={name.text} lang={name.tag} />
        },
      },
      {
        id: 'languages',
        headerKey: 'ui.taxonomies.languages',
        width: 200,
        grow: 2,
        cell: ({ name }) => (
          <LanguageTags tags={Object.keys(name).filter(other => other !== nameIn(name, tag).tag)} most={4} />
        ),
      },
      {
        id: 'owner',
        headerKey: 'ui.owner',
        width: 120,
        cell: ({ tenantId }) => (tenantId === null ? <Badge>{text('ui.owner.platform')}</Badge> : null),
      },
      activeColumn,
    ],
    [text, tag],
  )
  return (
    <RowList
      noun={kind}
      words={text}
      part="taxonomy-list"
      host={props}
      title={text(`ui.${kind}.title`)}
      list={list}
      idKey={idKey}
      rowName={rowName}
      columns={columns}
      searchLabel={text(`ui.${kind}.search`)}
      filters={[useActiveFilter()]}
    />
  )
})
