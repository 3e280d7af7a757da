import {
  type ChannelDraft,
  type ChannelRecord,
  channels,
  checkChannel,
  effectsOf,
  newChannel,
  type PublishingChange,
} from '@kinora/core'
import { useMemo, useRef, useState } from 'react'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { useFailureToast } from '../kernel/use-failure-toast.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'

export interface ChannelDraftOptions extends Pick<FormPageProps, 'onAdded' | 'onDirtyChange'> {
  /** Undefined for a new one. */
  channel: ChannelRecord | undefined
  refresh(): Promise<ChannelRecord | undefined>
}

const invalidates = ['channels', 'metadata', 'titles', 'favourites'] as const

export interface ChannelModel {
  draft: Draft<ChannelDraft>
  /** What saving would take off sites; undefined while nothing is asked (C-103, C-104). */
  asked: { kind: 'deactivated' | 'clubOnly'; changes: PublishingChange[] } | undefined
  /** Goes on with the save that was asked about, or leaves it. */
  answer: (goesOn: boolean) => void
}

/** The draft of a channel, its checks and its saving; a save that takes titles off sites asks first. */
export function useChannelDraft(options: ChannelDraftOptions): ChannelModel {
  const { channel, refresh, onAdded, onDirtyChange } = options
  const { text } = useFormTexts()
  const said = { invalidates, failure: saidByCaller }
  const add = useWrite(channels.create, { ...said, success: text('success.itemSaved') })
  const change = useWrite(channels.update, { ...said, success: text('success.saved') })
  const stored = useMemo(() => toStored(channel), [channel])
  const [asked, setAsked] = useState<ChannelModel['asked']>()
  const resolve = useRef<(goesOn: boolean) => void>(undefined)
  const confirm = (values: ChannelDraft): Promise<boolean> => {
    const next = channel && toAsked(channel, values)
    if (next === undefined) return Promise.resolve(true)
    setAsked(next)
    return new Promise(done => {
      resolve.current = done
    })
  }
  const draft = useDraft<ChannelDraft, ChannelRecord | { tag: string }>({
    stored,
    check: checkChannel,
    async save(values, { changes, version }) {
      if (channel === undefined) return add.send(values)
      if (!(await confirm(values))) return { kind: 'busy' }
      return change.send({ tag: channel.tag, ...changes, version })
    },
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored: (answer, sent) => ('version' in answer ? toStored(answer) : { values: sent }),
    onSaved: answer => {
      if (channel === undefined) onAdded?.(answer.tag)
    },
    onDirtyChange,
  })
  useFailureToast(draft.attempt, channel === undefined ? add.error : change.error)
  const answer = (goesOn: boolean) => {
    setAsked(undefined)
    resolve.current?.(goesOn)
  }
  return { draft, asked, answer }
}

function toStored(channel: ChannelRecord | undefined): { values: ChannelDraft; version?: number } {
  if (channel === undefined) return { values: newChannel }
  const { name, providerId, displayName, description, Availability, active, version } = channel
  const { mediaSpaceImageUrl, profileImageUrl } = channel
  const values = { name, providerId, displayName, description, Availability, active }
  return { values: { ...values, mediaSpaceImageUrl, profileImageUrl }, version }
}

/** C-103, C-104: what the save takes off sites. */
function toAsked(channel: ChannelRecord, values: ChannelDraft): ChannelModel['asked'] {
  const [kind] = effectsOf(channel, values)
  if (kind === undefined) return undefined
  const { tag, tenants } = channel
  if (kind === 'deactivated') return { kind, changes: [{ tenantId: null, publish: [], unpublish: [tag] }] }
  const changes = tenants.map(tenantId => ({ tenantId, publish: [], unpublish: [tag] }))
  return changes.length === 0 ? undefined : { kind, changes }
}
