import { events } from '@kinora/core'
import { useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import { CopyInput } from '../kernel/copy-input.tsx'
import { useKinora } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useEventTexts } from './texts.ts'

type Act = 'renew' | 'close'

/** The address that calendars subscribe to, a new one, its end, and the file. What an address ends is asked first. */
export function FeedDialog({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const { text } = useEventTexts()
  const { baseUrl } = useKinora()
  const [asked, setAsked] = useState<Act>()
  const { data } = useRead(events.feed, { tenantId })
  const acts = useActs()
  const save = useWrite(events.export, {
    invalidates: [],
    onSuccess: answer => saveFile(answer, 'schedule.ics'),
  })
  const path = data?.path ?? null
  const address = path === null ? '' : new URL(baseUrl + path, window.location.href).href
  const input = { tenantId }
  const run = async (act: Act) => {
    await acts[act].send(input)
    setAsked(undefined)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('ui.events.feed')}
      closeLabel={text('ui.close')}
      actions={
        <>
          <Button loading={save.isPending} onClick={() => void save.send(input)}>
            {text('ui.events.export')}
          </Button>
          {path === null ? null : (
            <Button variant="danger" onClick={() => setAsked('close')}>
              {text('ui.events.feedClose')}
            </Button>
          )}
          <Button
            variant="primary"
            data-focus-fallback=""
            loading={acts.renew.isPending}
            onClick={() => (path === null ? void run('renew') : setAsked('renew'))}
          >
            {text(path === null ? 'ui.events.feedCreate' : 'ui.events.feedRenew')}
          </Button>
        </>
      }
    >
      <div className="kn-event-feed">
        <p>{text('ui.events.feedText')}</p>
        {path === null ? null : (
          <Field label={text('ui.events.feedAddress')}>
            <CopyInput value={address} copyLabel={text('ui.events.feedCopy')} />
          </Field>
        )}
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && void run(asked)}
        title={text(asked === 'close' ? 'ui.events.feedCloseTitle' : 'ui.events.feedRenewTitle')}
        text={text('ui.events.feedAsk')}
        confirmLabel={text(asked === 'close' ? 'ui.events.feedClose' : 'ui.events.feedRenew')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
        busy={acts.renew.isPending || acts.close.isPending}
      />
    </Dialog>
  )
}

function useActs() {
  const { text } = useEventTexts()
  const invalidates = [events.feed]
  return {
    renew: useWrite(events.renewFeed, { invalidates, success: text('ui.events.feedRenewed') }),
    close: useWrite(events.closeFeed, { invalidates, success: text('ui.events.feedClosed') }),
  }
}
