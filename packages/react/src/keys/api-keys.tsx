import {
  type ApiKey,
  checkKeyDraft,
  formTexts,
  type KeyDraft,
  keyPlaceTexts,
  keyScreenTexts,
  keys,
  keyTexts,
  listTexts,
  type NewKey,
  type Right,
  rightNames,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DatePicker } from '../kernel/date-picker.tsx'
import { DraftDialog } from '../kernel/draft-dialog.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { useTexts } from '../kernel/message.ts'
import { RotateDialog, SecretDialog } from '../kernel/secret-dialogs.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { CheckboxGroup } from '../ui/form/checkbox.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { EmbedSessions, KeyOrigins, linesIn } from './embed-sessions.tsx'
import { SignIns } from './sign-ins.tsx'

const useKeyTexts = () =>
  useTexts(keyPlaceTexts, keyScreenTexts, keyTexts, formTexts, listTexts, validationTexts, wordTexts)

/** What is open above the list. */
type Above =
  | { kind: 'create' }
  | { kind: 'revoke'; key: ApiKey }
  | { kind: 'rotate'; key: ApiKey }
  | { kind: 'origins'; key: ApiKey }
  | { kind: 'made'; key: NewKey }

/** KEY-01, KEY-04: the keys of one's side, and one's own sign-ins. */
export function ApiKeys() {
  const { text, error } = useKeyTexts()
  const [above, setAbove] = useState<Above>()
  const read = useRead(keys.list, {})
  const close = () => setAbove(undefined)
  return (
    <>
      <PageHeader
        title={text('ui.keys.title')}
        text={text('ui.keys.text')}
        actions={
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setAbove({ kind: 'create' })}
          >
            {text('ui.keys.create')}
          </Button>
        }
      />
      <Card title={text('ui.keys.title')}>
        {read.error !== null ? <p role="alert">{error(read.error)}</p> : null}
        {read.isPending ? <Skeleton width="60%" /> : null}
        {read.data === undefined ? null : <KeyTable rows={read.data.data} onAct={setAbove} />}
      </Card>
      <EmbedSessions />
      <SignIns />
      {above?.kind === 'create' ? (
        <CreateDialog onClose={close} onMade={key => setAbove({ kind: 'made', key })} />
      ) : null}
      {above?.kind === 'made' ? (
        <SecretDialog
          title={text('ui.keys.made', { name: above.key.name })}
          once={text('ui.keys.once')}
          label={text('ui.keys.key')}
          secret={above.key.secret}
          copyLabel={text('ui.keys.copy')}
          keptLabel={text('ui.keys.kept')}
          onClose={close}
        />
      ) : null}
      {above?.kind === 'origins' ? <KeyOrigins row={above.key} onClose={close} /> : null}
      {above?.kind === 'revoke' ? <RevokeDialog row={above.key} onClose={close} /> : null}
      {above?.kind === 'rotate' ? (
        <RotateDialog
          title={text('ui.keys.rotateAsk', { name: above.key.name })}
          about={text('ui.keys.rotateText')}
          keepLabel={text('ui.keys.rotateKeep')}
          keepsFirst={false}
          act={text('ui.keys.rotate')}
          call={keys.rotate}
          toInput={keepsOld => ({
            keyId: above.key.keyId,
            ...(keepsOld && { oldEndsAt: new Date(Date.now() + DAY).toISOString() }),
          })}
          onMade={key => setAbove({ kind: 'made', key })}
          onClose={close}
        />
      ) : null}
    </>
  )
}

function KeyTable({ rows, onAct }: { rows: readonly ApiKey[]; onAct: (above: Above) => void }) {
  const { text } = useKeyTexts()
  const dates = useDates()
  const ends = ({ endsOn, state }: ApiKey) =>
    state === 'ended' ? text('ui.keys.ended', { day: dates.day(endsOn) }) : dates.day(endsOn)
  return (
    <PlainTable
      label={text('ui.keys.title')}
      rows={rows}
      rowId={({ keyId }) => keyId}
      empty={<p>{text('ui.keys.none')}</p>}
      columns={[
        {
          id: 'name',
          header: text('field.name'),
          cell: key => (
            <>
              <b>
                <bdi>{key.name}</bdi>
              </b>
              <span className="kn-plain-soft">{text('ui.keys.start', { start: key.start })}</span>
            </>
          ),
        },
        {
          id: 'rights',
          header: text('field.rights'),
          wide: true,
          cell: key => key.rights.map(right => text(`ui.keys.right.${right}`)).join(', '),
        },
        { id: 'ends', header: text('field.endsOn'), cell: ends },
        {
          id: 'used',
          header: text('ui.keys.lastUsed'),
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? text('ui.keys.never') : dates.moment(lastUsedAt)),
        },
        { id: 'maker', header: text('ui.keys.madeBy'), cell: key => <bdi>{key.madeBy}</bdi> },
        {
          id: 'acts',
          header: text('ui.list.actions'),
          cell: key => (
            <span className="kn-plain-acts">
              {key.isMine && key.state === 'active' ? (
                <Button
                  size="compact"
                  aria-label={text('ui.keys.rotateNamed', { name: key.name })}
                  onClick={() => onAct({ kind: 'rotate', key })}
                >
                  {text('ui.keys.rotate')}
                </Button>
              ) : null}
              {key.state === 'active' ? (
                <Button
                  size="compact"
                  aria-label={text('ui.keys.originsNamed', { name: key.name })}
                  onClick={() => onAct({ kind: 'origins', key })}
                >
                  {text('ui.keys.origins')}
                </Button>
              ) : null}
              <Button
                size="compact"
                aria-label={text('ui.keys.revokeNamed', { name: key.name })}
                onClick={() => onAct({ kind: 'revoke', key })}
              >
                {text('ui.keys.revoke')}
              </Button>
            </span>
          ),
        },
      ]}
    />
  )
}

interface Making {
  onClose: () => void
  onMade: (key: NewKey) => void
}

/** The draft as its fields hold it: a network a line. */
interface Fields {
  name: string
  rights: Right[]
  networks: string
  origins: string
  endsOn: string
}

const DAY = 86_400_000
/** Days that a new key is good for, unless somebody chooses others. */
const STANDARD_DAYS = 90
const newFields = (): Fields => {
  const endsOn = new Date(Date.now() + STANDARD_DAYS * DAY).toISOString().slice(0, 10)
  return { name: '', rights: [], networks: '', origins: '', endsOn }
}
const toDraft = ({ networks, origins, ...fields }: Fields): KeyDraft => ({
  ...fields,
  networks: linesIn(networks),
  origins: linesIn(origins),
})
const checkFields = (fields: Fields) =>
  checkKeyDraft(toDraft(fields), new Date()).map(issue => ({ ...issue, path: issue.path.split('.')[0]! }))

function CreateDialog({ onClose, onMade }: Making) {
  const { text } = useKeyTexts()
  const create = useWrite(keys.create, { failure: handledByCaller })
  return (
    <DraftDialog<Fields, NewKey>
      title={text('ui.keys.create')}
      act={text('ui.keys.create')}
      values={newFields}
      check={checkFields}
      save={values => create.send(toDraft(values))}
      keep="api key"
      onSaved={onMade}
      onClose={onClose}
    >
      {draft => (
        <>
          <DraftText draft={draft} name="name" help={text('ui.keys.nameHelp')} required />
          <DraftField draft={draft} name="rights" help={text('ui.keys.rightsHelp')} group required>
            {({ value, set }) => (
              <CheckboxGroup
                values={value}
                onChange={set}
                options={rightNames.map(right => ({ value: right, label: text(`ui.keys.right.${right}`) }))}
              />
            )}
          </DraftField>
          <DraftField draft={draft} name="endsOn" help={text('ui.keys.endsHelp')} required>
            {({ value, set, blur }) => <DatePicker value={value} onChange={set} onBlur={blur} />}
          </DraftField>
          <DraftText
            draft={draft}
            name="networks"
            help={text('ui.keys.networksHelp')}
            input={{ dir: 'ltr' }}
            multiline
          />
          <DraftText
            draft={draft}
            name="origins"
            help={text('ui.keys.originsHelp')}
            input={{ dir: 'ltr' }}
            multiline
          />
        </>
      )}
    </DraftDialog>
  )
}

function RevokeDialog({ row, onClose }: { row: ApiKey; onClose: () => void }) {
  const { text, error } = useKeyTexts()
  const revoke = useWrite(keys.revoke, {
    success: text('ui.keys.revoked', { name: row.name }),
    failure: handledByCaller,
  })
  const run = async () => {
    const { kind } = await revoke.send({ keyId: row.keyId })
    if (kind === 'done') onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void run()}
      title={text('ui.keys.revokeAsk', { name: row.name })}
      text={text('ui.keys.revokeText')}
      confirmLabel={text('ui.keys.revoke')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      busy={revoke.isPending}
      error={revoke.error === null ? undefined : error(revoke.error)}
    />
  )
}
