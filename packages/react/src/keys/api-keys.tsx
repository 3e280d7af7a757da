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
import { type FormEvent, useState } from 'react'
import { CopyInput } from '../kernel/copy-input.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { useTexts } from '../kernel/message.ts'
import { useDates } from '../kernel/use-dates.ts'
import { useDraft } from '../kernel/use-draft.ts'
import { useFirstProblem } from '../kernel/use-first-problem.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, CheckboxGroup } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
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
      {above?.kind === 'made' ? <MadeDialog made={above.key} onClose={close} /> : null}
      {above?.kind === 'origins' ? <KeyOrigins row={above.key} onClose={close} /> : null}
      {above?.kind === 'revoke' ? <RevokeDialog row={above.key} onClose={close} /> : null}
      {above?.kind === 'rotate' ? (
        <RotateDialog row={above.key} onClose={close} onMade={key => setAbove({ kind: 'made', key })} />
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
  const [stored] = useState(() => ({ values: newFields() }))
  const create = useWrite(keys.create, { failure: handledByCaller })
  const draft = useDraft<Fields, NewKey>({
    stored,
    check: checkFields,
    save: values => create.send(toDraft(values)),
    keep: 'api key',
    staysWhenLeft: true,
    onSaved: onMade,
  })
  useFirstProblem(draft)
  const close = () => {
    draft.forget()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void draft.save()
  }
  return (
    <Dialog open onClose={close} title={text('ui.keys.create')} closeLabel={text('ui.close')}>
      <form className="kn-dialog-form" noValidate onSubmit={submit}>
        <DraftText
          draft={draft}
          name="name"
          label={text('field.name')}
          help={text('ui.keys.nameHelp')}
          required
        />
        <DraftField
          draft={draft}
          name="rights"
          label={text('field.rights')}
          help={text('ui.keys.rightsHelp')}
          group
          required
        >
          {({ value, set }) => (
            <CheckboxGroup
              values={value}
              onChange={set}
              options={rightNames.map(right => ({ value: right, label: text(`ui.keys.right.${right}`) }))}
            />
          )}
        </DraftField>
        <DraftText
          draft={draft}
          name="endsOn"
          label={text('field.endsOn')}
          help={text('ui.keys.endsHelp')}
          input={{ type: 'date' }}
          required
        />
        <DraftText
          draft={draft}
          name="networks"
          label={text('field.networks')}
          help={text('ui.keys.networksHelp')}
          input={{ dir: 'ltr' }}
          multiline
        />
        <DraftText
          draft={draft}
          name="origins"
          label={text('field.origins')}
          help={text('ui.keys.originsHelp')}
          input={{ dir: 'ltr' }}
          multiline
        />
        {draft.message === undefined ? null : <Banner tone="negative">{draft.message}</Banner>}
        <div className="kn-dialog-form-actions">
          <Button onClick={close}>{text('ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={draft.saving}>
            {text('ui.keys.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** KEY-01: the one time that a key is shown. */
function MadeDialog({ made, onClose }: { made: NewKey; onClose: () => void }) {
  const { text } = useKeyTexts()
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('ui.keys.made', { name: made.name })}
      closeLabel={text('ui.close')}
    >
      <div className="kn-dialog-form">
        <Banner tone="warning">{text('ui.keys.once')}</Banner>
        <Field label={text('ui.keys.key')}>
          <CopyInput value={made.secret} copyLabel={text('ui.keys.copy')} />
        </Field>
        <div className="kn-dialog-form-actions">
          <Button variant="primary" onClick={onClose}>
            {text('ui.keys.kept')}
          </Button>
        </div>
      </div>
    </Dialog>
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
      busy={revoke.pending}
      error={revoke.error === null ? undefined : error(revoke.error)}
    />
  )
}

/** KEY-01: asked about, since the old secret ends at once unless it is let work for a day. */
function RotateDialog({ row, onClose, onMade }: { row: ApiKey } & Making) {
  const { text, error } = useKeyTexts()
  const [keepsOld, setKeepsOld] = useState(false)
  const rotate = useWrite(keys.rotate, { failure: handledByCaller })
  const run = async () => {
    const oldEndsAt = new Date(Date.now() + DAY).toISOString()
    const result = await rotate.send({ keyId: row.keyId, ...(keepsOld && { oldEndsAt }) })
    if (result.kind === 'done') onMade(result.output)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('ui.keys.rotateAsk', { name: row.name })}
      closeLabel={text('ui.close')}
    >
      <div className="kn-dialog-form">
        <p>{text('ui.keys.rotateText')}</p>
        <Checkbox
          label={text('ui.keys.rotateKeep')}
          checked={keepsOld}
          onChange={event => setKeepsOld(event.target.checked)}
        />
        {rotate.error === null ? null : <Banner tone="negative">{error(rotate.error)}</Banner>}
        <div className="kn-dialog-form-actions">
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button variant="primary" loading={rotate.pending} onClick={() => void run()}>
            {text('ui.keys.rotate')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
