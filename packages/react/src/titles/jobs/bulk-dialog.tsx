import {
  checkTitleJob,
  type Input,
  type Metadata,
  type PreviewRow,
  type TitleAct,
  type TitleEdit,
  type TitleJobPreview,
  titleJobs,
  toHistoryWords,
  toLossWords,
  toProblemWords,
} from '@kinora/core'
import { type ReactNode, useState } from 'react'
import { type FormFields, withoutFrozen } from '../../kernel/form-fields.ts'
import { useAutosavedState } from '../../kernel/use-autosaved-state.ts'
import { useDates } from '../../kernel/use-dates.ts'
import { useRead } from '../../kernel/use-read.ts'
import { useWrite } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { LossList } from '../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ProgressBar } from '../../ui/status/progress.tsx'
import { BulkFields } from './bulk-fields.tsx'
import { type TitleJobTexts, useTitleJobTexts } from './job-words.ts'

/** The titles that an act is for, and how many they are. */
export interface TitleChoice {
  titles: Pick<Input<typeof titleJobs.create>, 'tags' | 'filter'>
  count: number
}

interface BulkDialogProps {
  act: TitleAct
  choice: TitleChoice
  metadata: Metadata | undefined
  /** Fields that the host hides, or lets nobody change; neither is offered here, nor sent. */
  fields?: FormFields<keyof TitleEdit> | undefined
  /** Another way to edit them, beside the fields. */
  aside?: ReactNode
  onClose: () => void
  /** The job runs on the server from now on. */
  onStarted: () => void
}

const nothing: { edit: TitleEdit } = { edit: {} }

/** What would be done to many titles, shown before it is done (TITLE-26); an edit is put together first. */
export function BulkDialog({ act, choice, metadata, fields, aside, ...props }: BulkDialogProps) {
  const { text, issue } = useTitleJobTexts()
  // Back takes the page away, and nobody asks.
  const [kept, keep, forget] = useAutosavedState(`titles ${act}`, nothing, { staysWhenLeft: true })
  const edit: TitleEdit = withoutFrozen(kept.edit, fields)
  const [isShown, setShown] = useState(act !== 'edit')
  const [problem, setProblem] = useState<string>()
  const draft = { act, ...choice.titles, ...(act === 'edit' && { edit }) }
  const [isSent, setSent] = useState(false)
  const preview = useRead(
    titleJobs.preview,
    { ...draft, outcome: 'change', take: 10 },
    // What is deleted by now can't be looked at any more.
    { enabled: isShown && !isSent },
  )
  const change = (next: TitleEdit) => {
    keep({ edit: next })
    setProblem(undefined)
  }
  const create = useWrite(titleJobs.create)
  const counts = preview.data?.counts
  const show = () => {
    const [first] = checkTitleJob(draft)
    setProblem(first && issue(first))
    setShown(first === undefined)
  }
  const start = async () => {
    if (counts === undefined || counts.change === 0) return
    setSent(true)
    const result = await create.send({ ...draft, expected: counts.total })
    if (result.kind !== 'done') return setSent(false)
    forget()
    props.onStarted()
  }
  const close = () => {
    forget()
    props.onClose()
  }
  const isDangerous = act === 'delete' || act === 'unpublish'
  return (
    <Dialog
      open
      onClose={close}
      size="wide"
      title={text(`ui.jobs.title.${act}`, { count: choice.count })}
      closeLabel={text('ui.close')}
      actions={
        <>
          {isShown ? null : aside}
          {isShown && act === 'edit' ? (
            <Button onClick={() => setShown(false)}>{text('ui.jobs.back')}</Button>
          ) : (
            <Button onClick={close}>{text('ui.cancel')}</Button>
          )}
          {isShown ? (
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              loading={create.isPending}
              aria-disabled={!counts?.change || undefined}
              onClick={() => void start()}
            >
              {text(`ui.jobs.apply.${act}`, { count: counts?.change ?? choice.count })}
            </Button>
          ) : (
            <Button variant="primary" onClick={show}>
              {text('ui.jobs.showChanges')}
            </Button>
          )}
        </>
      }
    >
      {isShown ? (
        <BulkPreview act={act} draft={draft} preview={preview} isSent={isSent} />
      ) : (
        <BulkFields {...{ edit, metadata, fields, problem }} onChange={change} />
      )}
    </Dialog>
  )
}

/** Titles that are left out, in one look. */
const LEFT_OUT = 50

interface BulkPreviewProps {
  act: TitleAct
  draft: Input<typeof titleJobs.preview>
  preview: { data: TitleJobPreview | undefined; error: unknown }
  /** It is being done: nothing more is asked. */
  isSent: boolean
}

const words = {
  edit: 'ui.jobs.text.edit',
  publish: 'ui.jobs.text.publish',
  publishWhenReady: 'ui.jobs.text.publishWhenReady',
  unpublish: 'ui.titles.unpublishText',
  delete: 'ui.titles.deleteText',
} as const

/** How many titles change, what is lost, the first of them field by field, and each that is left out with its reason. */
function BulkPreview({ act, draft, preview: { data, error }, isSent }: BulkPreviewProps) {
  const texts = useTitleJobTexts()
  const { text } = texts
  const refused = useRead(
    titleJobs.preview,
    { ...draft, outcome: 'refused', take: LEFT_OUT },
    { enabled: !isSent && (data?.counts.refused ?? 0) > 0 },
  )
  if (error)
    return (
      <p className="kn-field-error" role="alert">
        {texts.error(error)}
      </p>
    )
  return (
    <div className="kn-preview">
      {/* There before its words are: one that comes together with them is often not read out. */}
      <p role="status">{data === undefined ? null : <Counts counts={data.counts} />}</p>
      {data === undefined ? (
        <ProgressBar label={text('ui.jobs.checking')} />
      ) : (
        <Changes act={act} data={data} left={refused.data?.data} />
      )}
    </div>
  )
}

function Counts({ counts }: Pick<TitleJobPreview, 'counts'>) {
  const { text } = useTitleJobTexts()
  return (
    <>
      <strong>{text('ui.jobs.change', { count: counts.change })}</strong>
      {counts.same > 0 ? `, ${text('ui.jobs.same', { count: counts.same })}` : null}
      {counts.refused > 0 ? `, ${text('ui.jobs.refused', { count: counts.refused })}` : null}
    </>
  )
}

interface ChangesProps {
  act: TitleAct
  data: TitleJobPreview
  /** The first of those that are left out; undefined until they are read. */
  left: readonly PreviewRow[] | undefined
}

function Changes({ act, data, left }: ChangesProps) {
  const texts = useTitleJobTexts()
  const { text } = texts
  const { counts } = data
  const losses = lossesOf(act, data, texts)
  const changed = data.data.filter(({ changes }) => changes.length > 0)
  return (
    <>
      {counts.change > 0 ? <p>{text(words[act], { count: counts.change })}</p> : null}
      <LossList losses={losses} />
      {changed.length > 0 ? (
        <details open aria-label={text('ui.jobs.changes')}>
          <summary>{text('ui.jobs.changes')}</summary>
          <ul className="kn-preview-rows">
            {changed.map(row => (
              <Changed key={row.tag} row={row} />
            ))}
          </ul>
          <More shown={data.data.length} total={counts.change} />
        </details>
      ) : null}
      {counts.refused > 0 ? (
        <details open aria-label={text('ui.jobs.leftOut')}>
          <summary>{text('ui.jobs.leftOut')}</summary>
          <ul className="kn-preview-rows">
            {left?.map(row => (
              <li key={row.tag}>
                <bdi className="kn-preview-name">{nameOf(row, texts)}</bdi>
                <span>{toProblemWords(row.problem, texts.issue)}</span>
              </li>
            ))}
          </ul>
          <More shown={left?.length ?? 0} total={counts.refused} />
        </details>
      ) : null}
    </>
  )
}

const lossesOf = (act: TitleAct, preview: TitleJobPreview, { text }: TitleJobTexts): string[] => [
  ...toLossWords(act === 'delete' ? 'delete' : 'unpublish', preview, text),
  ...(preview.counts.publishes > 0 ? [text('ui.jobs.publishes', { count: preview.counts.publishes })] : []),
]

const nameOf = ({ className, tag }: PreviewRow, { text }: TitleJobTexts): string =>
  className || `${text('ui.titles.untitled')} (${tag})`

function More({ shown, total }: { shown: number; total: number }) {
  const { text } = useTitleJobTexts()
  return total > shown ? <p>{text('ui.more', { count: total - shown })}</p> : null
}

function Changed({ row }: { row: PreviewRow }) {
  const { moment } = useDates()
  const texts = useTitleJobTexts()
  const { text } = texts
  const say = (
    path: PreviewRow['changes'][number]['path'],
    value: PreviewRow['changes'][number]['after'],
    names: string[],
  ) => toHistoryWords({ path, value, names }, { text, moment })
  return (
    <li>
      <bdi className="kn-preview-name">{nameOf(row, texts)}</bdi>
      <dl>
        {row.changes.map(({ path, before, after, beforeNames, afterNames }) => (
          <div key={path}>
            <dt>{text(`field.${path}`)}</dt>
            <dd>
              <span className="kn-hidden">{text('ui.before')} </span>
              <del>
                <bdi>{say(path, before, beforeNames)}</bdi>
              </del>
            </dd>
            <dd>
              <span className="kn-hidden">{text('ui.after')} </span>
              <ins>
                <bdi>{say(path, after, afterNames)}</bdi>
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
