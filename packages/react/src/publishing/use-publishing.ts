import {
  type ChannelRecord,
  channels,
  isClubOnly,
  type Output,
  type PublishingChange,
  publishing,
  tenants,
} from '@kinora/core'
import { useCallback, useMemo, useState } from 'react'
import { useAutosavedState } from '../kernel/use-autosaved-state.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { type PublishingCell, type PublishingDraft, type PublishingPlan, tickCells, toPlan } from './draft.ts'
import type { PublishingRow } from './publishing-table.tsx'
import { usePublishingTexts } from './texts.ts'

/** What stays fixed: one channel, for which tenants are ticked, or one tenant, for which channels are. */
export interface PublishingTarget {
  kind: 'channel' | 'tenant'
  id: string
}

/** What is kept of a draft in the tab: its ticks by cell. */
const noTicks: { ticks: Readonly<Record<string, boolean>> } = { ticks: {} }
const everything = { take: -1 }
type Site = Output<typeof tenants.list>['data'][number]
const none: never[] = []

/** What is published, what is to be, and the difference: one draft for the matrix and for its lists. */
export function usePublishing(target: PublishingTarget | undefined) {
  const ofChannels = useRead(channels.search, everything)
  const ofTenants = useRead(tenants.list, everything)
  const all: readonly ChannelRecord[] = ofChannels.data?.data ?? none
  const sites: readonly Site[] = ofTenants.data?.data ?? none
  const [{ ticks }, setAutosaved] = useAutosavedState('publishing', noTicks)
  const draft: PublishingDraft = useMemo(() => new Map(Object.entries(ticks)), [ticks])
  const plan = useMemo(() => toPlan(draft, all, sites), [draft, all, sites])
  const tick = useCallback(
    (cells: readonly PublishingCell[], isTicked: boolean) =>
      setAutosaved(before => {
        const next = tickCells(new Map(Object.entries(before.ticks)), plan, { cells, isTicked })
        return next.size === 0 ? noTicks : { ticks: Object.fromEntries(next) }
      }),
    [plan, setAutosaved],
  )
  const cellOf = (id: string): PublishingCell =>
    target?.kind === 'tenant' ? { tag: id, tenantId: target.id } : { tag: target?.id ?? '', tenantId: id }
  return {
    readings: [ofChannels, ofTenants],
    channels: ofChannels.data?.data,
    tenants: ofTenants.data?.data,
    plan,
    count: plan.count.publish + plan.count.unpublish,
    rows: target === undefined ? [] : toRows(target, { all, sites, plan, cellOf }),
    tick,
    tickRows: (ids: readonly string[], isTicked: boolean) => tick(ids.map(cellOf), isTicked),
    reset: () => setAutosaved(noTicks),
  }
}

/** One kind down, and how many of the other there are. */
export interface Publications {
  kind: PublishingTarget['kind']
  /** `count`: those of the other kind that it is published to, or that are published to it. */
  down: readonly { id: string; name: string; count: number }[]
  across: number
}

/** How much is published everywhere, with what can be chosen down. */
export function toPublications(
  kind: PublishingTarget['kind'],
  all: readonly ChannelRecord[],
  sites: readonly { tenantId: string; name: string }[],
): Publications {
  if (kind === 'channel') {
    const down = all.map(({ tag, displayName, tenants: at }) => ({
      id: tag,
      name: displayName,
      count: at.length,
    }))
    return { kind, down, across: sites.length }
  }
  const down = sites.map(({ tenantId, name }) => ({
    id: tenantId,
    name,
    count: all.filter(channel => channel.tenants.includes(tenantId)).length,
  }))
  return { kind, down, across: all.length }
}

interface Known {
  all: readonly ChannelRecord[]
  sites: readonly Site[]
  plan: PublishingPlan
  cellOf: (id: string) => PublishingCell
}

function toRows({ kind, id }: PublishingTarget, { all, sites, plan, cellOf }: Known): PublishingRow[] {
  const state = (cell: PublishingCell) => ({
    isPublished: plan.isPublished(cell),
    isWanted: plan.isWanted(cell),
    canTick: plan.canTick(cell),
  })
  if (kind === 'tenant')
    return all.map(channel => ({
      id: channel.tag,
      name: channel.displayName,
      ...state(cellOf(channel.tag)),
      isClubOnly: isClubOnly(channel.Availability),
      isInactive: !channel.active,
    }))
  const channel = all.find(({ tag }) => tag === id)
  return sites.map(({ tenantId, name }) => ({
    id: tenantId,
    name,
    ...state(cellOf(tenantId)),
    isClubOnly: channel !== undefined && isClubOnly(channel.Availability),
    isInactive: false,
  }))
}

type Job = Output<typeof publishing.setChannel>['job']

/** Publishes to a tenant; a refusal is shown in the dialog (CHAN-15). */
export function usePublish(target: PublishingTarget | undefined, changes: readonly PublishingChange[]) {
  const { error } = usePublishingTexts()
  const [job, setJob] = useState<Job>()
  const said = { invalidates: ['channels', 'titles', 'favourites', 'metadata'], failure: handledByCaller }
  const ofChannel = useWrite(publishing.setChannel, said)
  const ofTenant = useWrite(publishing.setTenant, said)
  const ofMany = useWrite(publishing.setMany, said)
  const tags = new Set(changes.flatMap(({ publish, unpublish }) => [...publish, ...unpublish]))
  // The register has a call for one channel and one for one tenant; what was ticked beyond those is one job all the same.
  const isOneTenant = changes.length === 1 && (target?.kind !== 'channel' || tags.size > 1)
  const write = isOneTenant ? ofTenant : tags.size === 1 ? ofChannel : ofMany
  const call = () => {
    const [change] = changes
    const [tag] = tags
    if (isOneTenant)
      return ofTenant.send({
        tenantId: change!.tenantId!,
        channelIdsToPublish: change!.publish,
        channelIdsToUnPublish: change!.unpublish,
      })
    if (tags.size > 1)
      return ofMany.send({ changes: changes.map(each => ({ ...each, tenantId: each.tenantId! })) })
    const tenantsThat = (how: 'publish' | 'unpublish') =>
      changes.flatMap(each => (each[how].length > 0 ? each.tenantId! : []))
    return ofChannel.send({
      tag: tag!,
      tenantIdsToPublish: tenantsThat('publish'),
      tenantIdsToUnPublish: tenantsThat('unpublish'),
    })
  }
  const send = async (): Promise<boolean> => {
    const result = await call()
    if (result.kind !== 'done') return false
    setJob(result.output.job)
    return true
  }
  return {
    send,
    job,
    forget: () => setJob(undefined),
    pending: write.isPending,
    error: write.error === null ? undefined : error(write.error),
  }
}
