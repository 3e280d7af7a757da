import { events } from '@kinora/core'
import { saveFile } from '../adapters/download.ts'
import { useKinora } from '../kernel/provider.tsx'
import { useCopy } from '../kernel/use-copy.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useEventTexts } from './texts.ts'

/** The address that calendars subscribe to, a new one, its end, and the file. */
export function FeedDialog({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const { text } = useEventTexts()
  const { baseUrl } = useKinora()
  const copy = useCopy()
  const { data } = useRead(events.feed, { tenantId })
  const invalidates = [events.feed]
  const renew = useWrite(events.renewFeed, { invalidates })
  const close = useWrite(events.closeFeed, { invalidates })
  const save = useWrite(events.export, {
    invalidates: [],
    onSuccess: answer => saveFile(answer, 'schedule.ics'),
  })
  const path = data?.path ?? null
  const address = path === null ? '' : new URL(baseUrl + path, window.location.href).href
  const input = { tenantId }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('ui.events.feed')}
      closeLabel={text('ui.close')}
      actions={
        <>
          <Button loading={save.pending} onClick={() => void save.send(input)}>
            {text('ui.events.export')}
          </Button>
          {path === null ? null : (
            <Button variant="danger" loading={close.pending} onClick={() => void close.send(input)}>
              {text('ui.events.feedClose')}
            </Button>
          )}
          <Button variant="primary" loading={renew.pending} onClick={() => void renew.send(input)}>
            {text(path === null ? 'ui.events.feedCreate' : 'ui.events.feedRenew')}
          </Button>
        </>
      }
    >
      <p>{text('ui.events.feedText')}</p>
      {path === null ? null : (
        <Field label={text('ui.events.feedAddress')}>
          <TextInput readOnly value={address} onFocus={event => event.target.select()} />
        </Field>
      )}
      {path === null ? null : (
        <Button onClick={() => void copy(address)}>{text('ui.events.feedCopy')}</Button>
      )}
    </Dialog>
  )
}
