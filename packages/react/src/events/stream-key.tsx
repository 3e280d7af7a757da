import { events, live } from '@kinora/core'
import { useState } from 'react'
import { CopyInput } from '../kernel/copy-input.tsx'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useEventFormTexts } from './form-texts.ts'

/** LIVE-06: where a live event is sent to and with which key, for those who may edit it; the key can be made anew. */
export function StreamKey({ eventKey, eventId }: { eventKey: string; eventId: string | undefined }) {
  const { text } = useEventFormTexts()
  return (
    <>
      {eventId === undefined ? null : <IngestAddress eventId={eventId} />}
      <Field label={text('ui.events.eventKey')} help={text('ui.events.keyHelp')}>
        <CopyInput value={eventKey} copyLabel={text('ui.events.copyKey')} />
      </Field>
      {eventId === undefined ? null : <RenewKey eventId={eventId} />}
    </>
  )
}

function IngestAddress({ eventId }: { eventId: string }) {
  const { text } = useEventFormTexts()
  const { data } = useRead(live.view, { eventId })
  if (data?.broadcast == null) return null
  const { address } = data.broadcast
  if (address === null) return <p className="kn-on-air-soft">{text('ui.events.ingestOff')}</p>
  return (
    <Field label={text('ui.events.ingestAddress')}>
      <CopyInput value={address} copyLabel={text('ui.events.copyAddress')} />
    </Field>
  )
}

function RenewKey({ eventId }: { eventId: string }) {
  const { text } = useEventFormTexts()
  const [isAsked, setAsked] = useState(false)
  const renew = useWrite(live.renewKey, {
    invalidates: [events.view, events.list, live.view],
    success: text('ui.events.keyRenewed'),
    onSuccess: () => setAsked(false),
  })
  return (
    <>
      <div>
        <Button size="compact" onClick={() => setAsked(true)}>
          {text('ui.events.renewKey')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => void renew.send({ eventId })}
        title={text('ui.events.renewKeyTitle')}
        text={text('ui.events.renewKeyAsk')}
        confirmLabel={text('ui.events.renewKey')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
        busy={renew.isPending}
      />
    </>
  )
}
