import { languageName, PAGE_SIZE, type TaxonomyKind, tenants } from '@kinora/core'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { ListRules } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { useRead } from '../kernel/use-read.ts'
import { useResourceList } from '../kernel/use-resource-list.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { ActiveBadge } from '../ui/status/active-badge.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { nameIn, type TaxonomyEntry, taxonomy } from './taxonomy.ts'
import { type TaxonomyTexts, useTaxonomyTexts } from './texts.ts'

export interface TaxonomyListProps {
  kind: TaxonomyKind
  /** Keeps search and filters in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** Keep it stable. */
  entryHref?: (id: string) => string
  /** Given, a button leads to the page that adds an entry. */
  addHref?: string
}

const rules: ListRules = {
  filters: ['active'],
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: -1,
}
const inPage = (id: string): string => `#${id}`

/** The labels, focus areas or equipment that a tenant offers, its own and the platform's (NAV-36 to NAV-38). */
export function TaxonomyList(props: TaxonomyListProps) {
  return <TenantGate>{({ tenantId }) => <Entries {...props} tenantId={tenantId} />}</TenantGate>
}

function Entries({
  kind,
  location,
  entryHref = inPage,
  addHref,
  tenantId,
}: TaxonomyListProps & { tenantId: string }) {
  const texts = useTaxonomyTexts()
  const { text } = texts
  const { list: endpoint, idOf } = taxonomy(kind)
  const config = useRead(tenants.config, { tenantId })
  const tag = config.data?.data[0]?.tenant.languageTag ?? ''
  const list = useResourceList(endpoint, {
    location,
    rules,
    input: ({ query, filters: { active = [] } }) => ({
      tenantId,
      query: query || undefined,
      isActive: active.length === 1 ? active[0] === 'true' : undefined,
    }),
  })
  const columns = useMemo(
    () => toColumns(texts, tag, entry => entryHref(taxonomy(kind).idOf(entry))),
    [texts, tag, entryHref, kind],
  )
  const add =
    addHref === undefined ? null : (
      <ButtonLink variant="primary" href={addHref} icon={<Plus size={16} aria-hidden="true" />}>
        {text(`ui.${kind}.add`)}
      </ButtonLink>
    )
  return (
    <ResourceList
      title={text(`ui.${kind}.title`)}
      text={text(`ui.${kind}.text`)}
      actions={add}
      list={list}
      rowId={idOf}
      columns={columns}
      searchLabel={text(`ui.${kind}.search`)}
      filters={[
        {
          id: 'active',
          name: text('ui.taxonomies.state'),
          options: [
            { value: 'true', label: text('ui.form.active') },
            { value: 'false', label: text('ui.form.inactive') },
          ],
        },
      ]}
      count={count => text(`ui.${kind}.count`, { count })}
      empty={
        <EmptyState title={text(`ui.${kind}.emptyTitle`)} text={text(`ui.${kind}.emptyText`)} actions={add} />
      }
    />
  )
}

function toColumns(
  { text }: TaxonomyTexts,
  tag: string,
  hrefOf: (entry: TaxonomyEntry) => string,
): DataTableColumn<TaxonomyEntry>[] {
  return [
    {
      id: 'name',
      header: text('ui.taxonomies.name'),
      width: 220,
      grow: 2,
      cell(entry) {
        const name = nameIn(entry.name, tag)
        return <TitleCell href={hrefOf(entry)} name={name.text} lang={name.tag} />
      },
    },
    {
      id: 'languages',
      header: text('ui.taxonomies.languages'),
      width: 200,
      grow: 2,
      cell: ({ name }) => (
        <span className="kn-languages">
          {Object.keys(name)
            .filter(other => other !== tag)
            .map(other => (
              <abbr key={other} title={languageName(other)}>
                {other}
              </abbr>
            ))}
        </span>
      ),
    },
    {
      id: 'owner',
      header: text('ui.taxonomies.owner'),
      width: 120,
      cell: ({ tenantId }) => (tenantId === null ? <Badge>{text('ui.taxonomies.platform')}</Badge> : null),
    },
    {
      id: 'active',
      header: text('ui.taxonomies.state'),
      width: 120,
      cell: ({ isActive }) => (
        <ActiveBadge
          active={isActive}
          texts={{ active: text('ui.form.active'), inactive: text('ui.form.inactive') }}
        />
      ),
    },
  ]
}
