import {
  type ChannelRecord,
  channels,
  isClubOnly,
  type Output,
  type PublishingChange,
  publishing,
  tenants,
  toDifference,
} from '@kinora/core'
import { useMemo, useState } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import type { PublishingRow } from './publishing-table.tsx'
import { usePublishingTexts } from './texts.ts'

/** What stays fixed: one channel, for which tenants are ticked, or one tenant, for which channels are. */
export interface PublishingTarget {
  kind: 'channel' | 'tenant'
  id: string
}

const everything = { take: -1 }

/** What is published, what is to be, and the difference. */
export function usePublishing(target: PublishingTarget | undefined) {
  const ofChannels = useRead(channels.search, everything)
  const ofTenants = useRead(tenants.list, everything)
  const all = ofChannels.data?.data
  const sites = ofTenants.data?.data
  const rows = useMemo(() => toRows(target, all ?? [], sites ?? []), [target, all, sites])
  const [ticked, setTicked] = useState<{ key: string; wanted: ReadonlySet<string> }>()
  const key = target === undefined ? '' : `${target.kind} ${target.id}`
  const now = rows.filter(({ isPublished }) => isPublished).map(({ id }) => id)
  const wanted = ticked?.key === key ? ticked.wanted : new Set(now)
  const { publish, unpublish } = toDifference(now, [...wanted])
  return {
    readings: [ofChannels, ofTenants],
    channels: all,
    tenants: sites,
    rows,
    wanted,
    count: publish.length + unpublish.length,
    changes: target === undefined ? [] : toChanges(target, publish, unpublish),
    difference: { publish, unpublish },
    setWanted: (next: ReadonlySet<string>) => setTicked({ key, wanted: next }),
    reset: () => setTicked(undefined),
  }
}

/** One kind down, the other across. */
export interface Publications {
  kind: PublishingTarget['kind']
  /** `at` has the ids of those across that it is published to, or that are published to it. */
  down: readonly { id: string; name: string; at: ReadonlySet<string> }[]
  across: readonly { id: string; name: string }[]
}

/** What is published everywhere, with what can be chosen down. */
export function toPublications(
  kind: PublishingTarget['kind'],
  all: readonly ChannelRecord[],
  sites: readonly { tenantId: string; name: string }[],
): Publications {
  const ofChannels = all.map(({ tag, displayName, tenants: at }) => ({
    id: tag,
    name: displayName,
    at: new Set(at),
  }))
  const ofTenants = sites.map(({ tenantId, name }) => ({
    id: tenantId,
    name,
    at: new Set(all.filter(channel => channel.tenants.includes(tenantId)).map(({ tag }) => tag)),
  }))
  return kind === 'channel'
    ? { kind, down: ofChannels, across: ofTenants }
    : { kind, down: ofTenants, across: ofChannels }
}

function toRows(
  target: PublishingTarget | undefined,
  all: readonly ChannelRecord[],
  sites: readonly { tenantId: string; name: string }[],
): PublishingRow[] {
  if (target === undefined) return []
  if (target.kind === 'tenant')
    return all.map(channel => ({
      id: channel.tag,
      name: channel.displayName,
      isPublished: channel.tenants.includes(target.id),
      isClubOnly: isClubOnly(channel.Availability),
      isInactive: !channel.active,
    }))
  const channel = all.find(({ tag }) => tag === target.id)
  return sites.map(({ tenantId, name }) => ({
    id: tenantId,
    name,
    isInactive: false,
    isPublished: channel?.tenants.includes(tenantId) ?? false,
    isClubOnly: channel !== undefined && isClubOnly(channel.Availability),
  }))
}

function toChanges(
  { kind, id }: PublishingTarget,
  publish: readonly string[],
  unpublish: readonly string[],
): PublishingChange[] {
  if (kind === 'tenant')
    return publish.length + unpublish.length === 0
      ? []
      : [{ tenantId: id, publish: [...publish], unpublish: [...unpublish] }]
  return [
    ...publish.map(tenantId => ({ tenantId, publish: [id], unpublish: [] })),
    ...unpublish.map(tenantId => ({ tenantId, publish: [], unpublish: [id] })),
  ]
}

type Job = Output<typeof publishing.setChannel>['job']

/** CHAN-15: a refusal is shown in the dialog, 601 with the register’s text. */
export function usePublish(
  target: PublishingTarget | undefined,
  { publish, unpublish }: { publish: readonly string[]; unpublish: readonly string[] },
) {
  const { error } = usePublishingTexts()
  const [job, setJob] = useState<Job>()
  const said = { invalidates: ['channels', 'titles', 'favourites', 'metadata'], failure: handledByCaller }
  const ofChannel = useWrite(publishing.setChannel, said)
  const ofTenant = useWrite(publishing.setTenant, said)
  const write = target?.kind === 'tenant' ? ofTenant : ofChannel
  const send = async (): Promise<boolean> => {
    if (target === undefined) return false
    const { id } = target
    const result =
      target.kind === 'channel'
        ? await ofChannel.send({
            tag: id,
            tenantIdsToPublish: [...publish],
            tenantIdsToUnPublish: [...unpublish],
          })
        : await ofTenant.send({
            tenantId: id,
            channelIdsToPublish: [...publish],
            channelIdsToUnPublish: [...unpublish],
          })
    if (result.kind !== 'done') return false
    setJob(result.output.job)
    return true
  }
  return {
    send,
    job,
    forget: () => setJob(undefined),
    pending: write.pending,
    error: write.error === null ? undefined : error(write.error),
  }
}
