import { type ChannelRecord, channels } from '@kinora/core'
import { Suspense, useState } from 'react'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useChannelTexts } from './texts.ts'

const PublishingReview = lazyPart(async () => ({
  default: (await import('../publishing/index.ts')).PublishingReview,
}))

export interface ChannelBulkActionsProps {
  chosen: readonly ChannelRecord[]
  onDone: () => void
}

/** API-76: switches the chosen channels on or off, all or none; what leaves sites is said before (C-103). */
export function ChannelBulkActions({ chosen, onDone }: ChannelBulkActionsProps) {
  const { text, error } = useChannelTexts()
  const [asks, setAsks] = useState(false)
  const save = useWrite(channels.updateMany, {
    invalidates: ['channels', 'titles', 'favourites', 'metadata'],
    success: ({ data }) => text('ui.channels.savedMany', { count: data.length }),
  })
  const off = chosen.filter(({ active }) => !active)
  const on = chosen.filter(({ active }) => active)
  const set = async (rows: readonly ChannelRecord[], active: boolean) => {
    const sent = rows.map(({ tag, version }) => ({ tag, version, active }))
    const { kind } = await save.send({ channels: sent })
    if (kind !== 'done') return
    setAsks(false)
    onDone()
  }
  return (
    <>
      {off.length > 0 ? (
        <Button size="compact" loading={save.pending} onClick={() => void set(off, true)}>
          {text('ui.channels.activate', { count: off.length })}
        </Button>
      ) : null}
      {on.length > 0 ? (
        <Button size="compact" onClick={() => setAsks(true)}>
          {text('ui.channels.deactivate', { count: on.length })}
        </Button>
      ) : null}
      {asks ? (
        <Suspense>
          <PublishingReview
            changes={[{ tenantId: null, publish: [], unpublish: on.map(({ tag }) => tag) }]}
            title={text('ui.channels.deactivateTitle', { count: on.length })}
            text={text('ui.channels.deactivateText')}
            confirmLabel={text('ui.channels.deactivate', { count: on.length })}
            busy={save.pending}
            error={save.error === null ? undefined : error(save.error)}
            onConfirm={() => void set(on, false)}
            onClose={() => setAsks(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
