import {
  type ApiKey,
  checkOrigins,
  embedSessions,
  formTexts,
  keyScreenTexts,
  keys,
  keyTexts,
  listTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { useState } from 'react'
import { DraftDialog } from '../kernel/draft-dialog.tsx'
import { DraftText } from '../kernel/draft-field.tsx'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite, type WriteResult } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'

const useEmbedTexts = () =>
  useTexts(keyScreenTexts, keyTexts, formTexts, listTexts, validationTexts, wordTexts)

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
            header: text('ui.list.actions'),
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
      keep={`origins of ${tenantId}`}
      held={read.data.origins}
      save={origins => set.send({ tenantId, origins })}
      onClose={onClose}
    />
  )
}

/** The same of a key. */
export function KeyOrigins({ row, onClose }: { row: ApiKey; onClose: () => void }) {
  const { text } = useEmbedTexts()
  const set = useWrite(keys.setOrigins, {
    success: text('ui.embed.originsSaved'),
    failure: handledByCaller,
  })
  return (
    <OriginsDialog
      title={text('ui.keys.originsNamed', { name: row.name })}
      keep={`origins of ${row.keyId}`}
      held={row.origins}
      save={origins => set.send({ keyId: row.keyId, origins })}
      onClose={onClose}
    />
  )
}

interface OriginsDialogProps {
  title: string
  keep: string
  held: readonly string[]
  save: (origins: string[]) => Promise<WriteResult<unknown>>
  onClose: () => void
}

/** The origins as the field holds them: one on each line. */
interface Lines {
  origins: string
}

function OriginsDialog({ title, keep, held, save, onClose }: OriginsDialogProps) {
  const { text } = useEmbedTexts()
  return (
    <DraftDialog<Lines, unknown>
      title={title}
      values={() => ({ origins: held.join('\n') })}
      check={({ origins }) => checkOrigins(linesIn(origins))}
      save={({ origins }) => save(linesIn(origins))}
      keep={keep}
      onSaved={onClose}
      onClose={onClose}
    >
      {draft => (
        <DraftText
          draft={draft}
          name="origins"
          help={text('ui.embed.originsHelp')}
          input={{ dir: 'ltr' }}
          multiline
        />
      )}
    </DraftDialog>
  )
}
