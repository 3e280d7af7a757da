import * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { limits } from '../kernel/field-rules.ts'
import { Id } from '../kernel/fields.ts'
import { checkWith } from '../kernel/issues.ts'
import { machine } from '../kernel/machine.ts'

export const PublishingStatus = z.enum(['Running', 'Done', 'Stopped'])
export type PublishingStatus = z.infer<typeof PublishingStatus>

/** E-12: a publishing job runs from its making on. Stopped, as nobody may go on with it, what is done stays. */
export const publishingStatus = machine<PublishingStatus, 'finish' | 'giveUp'>({
  Running: { finish: 'Done', giveUp: 'Stopped' },
  Done: {},
  Stopped: {},
})

/** Channels of a call, and tenants of one. */
export const PUBLISHING_MAX = limits.filter

const Tags = z.array(Id).max(PUBLISHING_MAX)

/** CHAN-13: the channels that a tenant gets and loses; `tenantId` null is a channel that is switched off: its titles leave everywhere (C-103). */
export const PublishingChange = z.object({
  tenantId: Id.nullable(),
  publish: Tags,
  unpublish: Tags,
})
export type PublishingChange = z.infer<typeof PublishingChange>

/** What a person may ask for: switching a channel off is a save of the channel, not a change of a tenant. */
export const TenantChange = PublishingChange.extend({ tenantId: Id.min(1) })

/** CHAN-12: what a tenant loses beside the titles themselves when they are unpublished. */
export const UnpublishLossKind = z.enum(['favourites', 'collections', 'documents'])
export type UnpublishLossKind = z.infer<typeof UnpublishLossKind>
export const UnpublishLoss = z.object({
  kind: UnpublishLossKind,
  count: z.int(),
  /** Before it happens: the collections or documents by name, the first of them and “…” where there are more. */
  names: z.array(z.string()).optional(),
})
export type UnpublishLoss = z.infer<typeof UnpublishLoss>

const effect = {
  tenantId: Id.nullable(),
  tenantName: z.string(),
  /** Channels. */
  publish: z.int(),
  unpublish: z.int(),
  /** Titles that arrive, and that leave. */
  arriving: z.int(),
  leaving: z.int(),
  with: z.array(UnpublishLoss),
}

/** C-103: what publishing would do to one tenant; nothing is written. */
export const PublishingEffect = z.object(effect)
export type PublishingEffect = z.infer<typeof PublishingEffect>

export const PublishingPreview = z.object({
  effects: z.array(PublishingEffect),
  /** C-102: channels to be published that are club only; as long as there are some, nothing can be published. */
  clubOnly: z.array(z.object({ tag: Id, name: z.string() })),
})
export type PublishingPreview = z.infer<typeof PublishingPreview>

/** A title that arrives at a tenant or leaves it. */
export const PublishingTitle = z.object({
  tag: z.string(),
  className: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  direction: z.enum(['arrives', 'leaves']),
  /** Whether it is a favourite of the tenant, which goes with it. */
  isFavourite: z.boolean(),
})
export type PublishingTitle = z.infer<typeof PublishingTitle>

export const PublishingOutcome = z.enum(['waiting', 'done', 'refused'])
export type PublishingOutcome = z.infer<typeof PublishingOutcome>

/** What became of one tenant: a transaction of its own. */
export const PublishingResult = z.object({ ...effect, outcome: PublishingOutcome, problem: z.string() })
export type PublishingResult = z.infer<typeof PublishingResult>

export const PublishingJob = z.object({
  jobId: Id,
  status: PublishingStatus,
  /** Why the platform gave it up; empty where it didn’t. */
  problem: z.string(),
  counts: z.object({ total: z.int(), done: z.int(), refused: z.int() }),
  results: z.array(PublishingResult),
  /** The name of who made it, and whether that is the caller. */
  by: z.string(),
  isMine: z.boolean(),
  createdDate: z.string(),
  endedDate: z.string().nullable(),
})
export type PublishingJob = z.infer<typeof PublishingJob>

/** CHAN-13: nothing is published and unpublished at once, and no tenant stands twice. */
export function checkPublishing(changes: readonly PublishingChange[], path = 'changes'): Issue[] {
  const shape = checkWith(z.object({ [path]: z.array(PublishingChange).max(PUBLISHING_MAX) }), {
    [path]: changes,
  })
  if (shape.length > 0) return shape
  const seen = new Set<string | null>()
  return changes.flatMap(({ tenantId, publish, unpublish }, index): Issue[] => {
    const isTwice = seen.has(tenantId)
    seen.add(tenantId)
    const both = publish.filter(tag => unpublish.includes(tag))
    return [
      ...(isTwice ? [{ path, code: 'publishing.tenantTwice', params: { id: tenantId ?? '' } } as const] : []),
      ...both.map(
        id => ({ path: `${path}.${index}.publish`, code: 'publishing.bothWays', params: { id } }) as const,
      ),
    ]
  })
}

/** What is to be of what is: the ticked ones that aren’t published yet, and the published ones that aren’t ticked. */
export function toDifference(
  now: readonly string[],
  wanted: readonly string[],
): { publish: string[]; unpublish: string[] } {
  const [was, will] = [new Set(now), new Set(wanted)]
  return {
    publish: [...will].filter(id => !was.has(id)),
    unpublish: [...was].filter(id => !will.has(id)),
  }
}
