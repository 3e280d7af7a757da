import {
  type ApiKey,
  embedSessions,
  formTexts,
  keyScreenTexts,
  keys,
  keyTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { TextArea } from '../ui/form/text-input.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'

const useEmbedTexts = () => useTexts(keyScreenTexts, keyTexts, formTexts, validationTexts, wordTexts)

/** What a field of several holds, one on each line. */
export const linesIn = (text: string): string[] => text.split(/[\s,]+/).filter(line => line !== '')

/** KEY-06: the sessions that hosts have made with the side's keys, each with the way to end it; and a tenant's own origins. */
export function EmbedSessions() {
  const { text, error } = useEmbedTexts()
  const dates = useDates()
  const tenant = useActingTenant()
  const [isEditing, setEditing] = useState(false)
  const read = useRead(embedSessions.list, {})
  const end = useWrite(embedSessions.remove, { success: text('ui.embed.ended') })
  return (
    <Card title={text('ui.embed.title')}>
      <p>{text('ui.embed.text')}</p>
      {tenant === undefined ? null : (
        <span className="kn-plain-acts">
          <Button size="compact" onClick={() => setEditing(true)}>
            {text('ui.embed.tenantOrigins')}
          </Button>
        </span>
      )}
      {read.error !== null ? <p role="alert">{error(read.error)}</p> : null}
      {read.isPending ? <Skeleton width="60%" /> : null}
      <PlainTable
        label={text('ui.embed.title')}
        rows={read.data?.data ?? []}
        rowId={({ sessionId }) => sessionId}
        empty={<p>{text('ui.embed.none')}</p>}
        columns={[
          {
            id: 'person',
            header: text('ui.embed.person'),
            cell: ({ user }) => (
              <>
                <bdi>{user.name}</bdi>
                <span className="kn-plain-soft">
                  <bdi>{user.id}</bdi>
                </span>
              </>
            ),
          },
          { id: 'key', header: text('ui.keys.key'), cell: ({ keyName }) => <bdi>{keyName}</bdi> },
          {
            id: 'rights',
            header: text('field.rights'),
            wide: true,
            cell: ({ rights }) => rights.map(right => text(`ui.keys.right.${right}`)).join(', '),
          },
          { id: 'ends', header: text('ui.embed.ends'), cell: ({ endsAt }) => dates.moment(endsAt) },
          {
            id: 'acts',
            header: text('ui.keys.actions'),
            cell: row => (
              <Button
                size="compact"
                aria-label={text('ui.embed.endNamed', { name: row.user.name })}
                onClick={() => void end.send({ sessionId: row.sessionId })}
              >
                {text('ui.signIns.end')}
              </Button>
            ),
          },
        ]}
      />
      {isEditing && tenant !== undefined ? (
        <TenantOrigins tenantId={tenant.tenantId} onClose={() => setEditing(false)} />
      ) : null}
    </Card>
  )
}

/** The origins of a tenant, which every key's sessions for it may be used on. */
function TenantOrigins({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const { text, error } = useEmbedTexts()
  const read = useRead(embedSessions.origins, { tenantId })
  const set = useWrite(embedSessions.setOrigins, {
    success: text('ui.embed.originsSaved'),
    failure: handledByCaller,
  })
  if (read.data === undefined)
    return read.error === null ? <Skeleton width="60%" /> : <p role="alert">{error(read.error)}</p>
  return (
    <OriginsDialog
      title={text('ui.embed.tenantOrigins')}
      stored={read.data.origins}
      failure={set.error === null ? undefined : error(set.error)}
      isSaving={set.pending}
      onClose={onClose}
      onSave={async origins => {
        if ((await set.send({ tenantId, origins })).kind === 'done') onClose()
      }}
    />
  )
}

/** The same of a key. */
export function KeyOrigins({ row, onClose }: { row: ApiKey; onClose: () => void }) {
  const { text, error } = useEmbedTexts()
  const set = useWrite(keys.setOrigins, {
    success: text('ui.embed.originsSaved'),
    failure: handledByCaller,
  })
  return (
    <OriginsDialog
      title={text('ui.keys.originsNamed', { name: row.name })}
      stored={row.origins}
      failure={set.error === null ? undefined : error(set.error)}
      isSaving={set.pending}
      onClose={onClose}
      onSave={async origins => {
        if ((await set.send({ keyId: row.keyId, origins })).kind === 'done') onClose()
      }}
    />
  )
}

interface OriginsDialogProps {
  title: string
  stored: readonly string[]
  failure: string | undefined
  isSaving: boolean
  onClose: () => void
  onSave: (origins: string[]) => Promise<void>
}

function OriginsDialog({ title, stored, failure, isSaving, onClose, onSave }: OriginsDialogProps) {
  const { text } = useEmbedTexts()
  const [typed, setTyped] = useState(stored.join('\n'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSave(linesIn(typed))
  }
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={text('ui.close')}>
      <form className="kn-dialog-form" noValidate onSubmit={submit}>
        <Field label={text('field.origins')} help={text('ui.embed.originsHelp')} error={failure} announces>
          <TextArea dir="ltr" rows={4} value={typed} onChange={event => setTyped(event.target.value)} />
        </Field>
        <div className="kn-dialog-form-actions">
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSaving}>
            {text('ui.form.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
