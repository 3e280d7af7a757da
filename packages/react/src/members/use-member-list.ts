import { type Member, type MemberFilter, members, type Output } from '@kinora/core'
import { useMemo, useRef } from 'react'
import { savedAs } from '../adapters/download.ts'
import type { FixedFilter, ListRules } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { pagesOnly, type ResourceListModel, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite, type WriteResult } from '../kernel/use-write.ts'
import type { ListState } from '../ui/list/list-model.ts'
import { useMemberTexts } from './texts.ts'

/** What each filter of members may be: `external` and `source` are the words of the shop that sold a subscription. */
export interface MemberFilters {
  state: 'on' | 'off'
  status: string
  external: string
  source: string
}

const rules: ListRules<keyof MemberFilters> = {
  ...pagesOnly,
  filters: ['state', 'status', 'external', 'source'],
  values: { state: ['on', 'off'] },
}

const toFilter = ({ query, filters }: ListState): MemberFilter => ({
  subscriptionStatus: filters.status,
  externalSubscriptionStatus: filters.external,
  externalSubscriptionSource: filters.source,
  searchTerm: query || undefined,
  // Both chosen are all.
  isActive: filters.state?.length === 1 ? filters.state[0] === 'on' : undefined,
})

export interface MemberListOptions {
  /** Keeps search and filters in the host's address; in memory unless given. */
  location?: LocationAdapter | undefined
  /** What is always asked for. */
  filter?: FixedFilter<MemberFilters> | undefined
}

export interface MemberListModel extends ResourceListModel<Member> {
  isExporting: boolean
  /** Saves all that the list finds as a file of comma-separated values. */
  exportCsv: () => Promise<WriteResult<Output<typeof members.export>>>
  /** Lets somebody use the site again. */
  enable: (member: Pick<Member, 'userId'>) => Promise<WriteResult<Output<typeof members.enable>>>
  /** Ends their sessions and lets them use the site no more. */
  disable: (member: Pick<Member, 'userId'>) => Promise<WriteResult<Output<typeof members.disable>>>
}

/** The members of the site of the tenant that is acted for, with their subscriptions. */
export function useMemberList({ location, filter }: MemberListOptions = {}): MemberListModel {
  const { text } = useMemberTexts()
  const tenantId = useActingTenant()?.tenantId ?? ''
  const list = useResourceList(members.list, {
    ...{ location, filter, rules },
    enabled: tenantId !== '',
    input: state => ({ tenantId, ...toFilter(state) }),
  })
  const download = useWrite(members.export, {
    ...savedAs('User_Report_Export.csv'),
    success: text('ui.members.exported'),
  })
  const { send: enable } = useWrite(members.enable, { success: text('ui.members.enabled') })
  const { send: disable } = useWrite(members.disable, { success: text('ui.members.disabled') })
  const { send: exportAll, isPending: isExporting } = download
  const latest = useRef(list.asked)
  latest.current = list.asked
  const acts = useMemo(
    () => ({
      exportCsv: () => exportAll({ tenantId, ...toFilter(latest.current) }),
      enable: ({ userId }: Pick<Member, 'userId'>) => enable({ tenantId, userId }),
      disable: ({ userId }: Pick<Member, 'userId'>) => disable({ tenantId, userId }),
    }),
    [tenantId, exportAll, enable, disable],
  )
  return { ...list, isExporting, ...acts }
}
