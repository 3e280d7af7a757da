import {
  canProcessAgain,
  leadingStuck,
  phraseTones,
  type Title,
  TitleStatus,
  toFailureKey,
  toMegabytes,
  toWhenReadyWords,
  VideoStatus,
} from '@kinora/core'
import { RotateCcw, Upload } from 'lucide-react'
import { useDates } from '../../kernel/use-dates.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { Banner } from '../../ui/status/banner.tsx'
import { focusField } from '../../ui/status/checklist.tsx'
import { Stepper } from '../../ui/status/stepper.tsx'
import { toFileStatus } from '../../uploads/file-status.ts'
import { useVideoUpload } from '../../uploads/use-upload-state.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { type Fact, FactList } from '../fact-list.tsx'
import { toLength } from '../length.ts'
import { canCancel } from '../list/use-title-actions.ts'
import { TitleBadge } from '../title-badge.tsx'
import { useTitleEditorView } from './title-editor-context.tsx'

/** The status of the title: badge, four steps with live progress, and the way on after a failure (TITLE-31, VIDEO-12). */
export function TitleStatusCard() {
  const { title } = useTitleEditorView()
  return title === undefined ? null : <Status title={title} />
}

function Status({ title }: { title: Title }) {
  const { actions } = useTitleEditorView()
  const texts = useTitleEditorTexts()
  const { text } = texts
  const upload = useVideoUpload(title.tag)
  const { steps, words, isHere } = toFileStatus(upload, title, texts)
  return (
    <Card
      title={text('field.status')}
      className="kn-card-dense"
      actions={<TitleBadge title={title} upload={upload} />}
    >
      <Stepper label={text('ui.progress')} steps={steps} />
      {words === undefined || (leadingStuck(title) !== null && !isHere) ? null : (
        <p className="kn-status-words">
          {words}
          {canCancel(title) && !isHere ? (
            <Button size="compact" variant="quiet" onClick={() => void actions.cancel(title)}>
              {text('ui.titles.cancelProcessing')}
            </Button>
          ) : null}
        </p>
      )}
      {isHere ? null : <Stuck title={title} />}
      <Failure title={title} />
      <WhenReady title={title} />
    </Card>
  )
}

/** That it is published as soon as it is processed, which can be taken back, or why that could not be done. */
function WhenReady({ title }: { title: Title }) {
  const { actions } = useTitleEditorView()
  const texts = useTitleEditorTexts()
  const words = toWhenReadyWords(title, texts)
  if (title.whenReady === null || words === undefined) return null
  if (title.whenReady.state === 'refused')
    return (
      <Banner tone="warning" role="status">
        {words}
      </Banner>
    )
  return (
    <p className="kn-status-words">
      {words}
      <Button size="compact" variant="quiet" onClick={() => void actions.publishWhenReady(title, false)}>
        {texts.text('ui.titles.notWhenReady')}
      </Button>
    </p>
  )
}

/** Why the title is stuck, since when, and the way out. */
function Stuck({ title }: { title: Title }) {
  const { text, textOf } = useTitleEditorTexts()
  const { moment } = useDates()
  const { fieldId, actions } = useTitleEditorView()
  if (title.stuck === null) return null
  const { reason, since, wayOut } = title.stuck
  const field = uploadFields[reason]
  return (
    <Banner
      tone={phraseTones[`phrase.stuck.${wayOut}`]}
      role="status"
      actions={
        wayOut === 'upload' && field === undefined ? undefined : (
          <Button
            size="compact"
            icon={<RotateCcw size={14} aria-hidden="true" />}
            onClick={() => (field === undefined ? void actions.retry(title) : chooseFile(fieldId(field)))}
          >
            {text(`ui.titles.wayOut.${wayOut}`)}
          </Button>
        )
      }
    >
      {wayOut === 'encode' || wayOut === 'upload'
        ? textOf(reason, 'stuck.other')
        : text('ui.titles.stuckSince', { reason: textOf(reason, 'stuck.other'), date: moment(since) })}
    </Banner>
  )
}

/** Where a damaged file is uploaded again. */
const uploadFields: Readonly<Record<string, string>> = {
  'damaged.original': 'file',
  'damaged.trailer': 'trailer',
}

/** Opens the chooser of a file's place, which has the focus afterwards. */
function chooseFile(id: string): void {
  focusField(id)
  document.getElementById(id)?.click()
}

/** VIDEO-12: what failed, and the act that its sentence and phrase name. */
function Failure({ title }: { title: Title }) {
  const { text, textOf } = useTitleEditorTexts()
  const { fieldId, actions } = useTitleEditorView()
  const cancelled = title.videoStatus === VideoStatus.Canceled
  const failed = title.videoStatus === VideoStatus.Failed || title.status === TitleStatus.Error
  if (!failed && !cancelled) return null
  const words = cancelled ? text('ui.editor.cancelled') : textOf(toFailureKey(title), 'processing.failed')
  return (
    <Banner
      tone={cancelled ? 'warning' : 'negative'}
      role="status"
      actions={
        canProcessAgain(title) ? (
          <Button
            size="compact"
            icon={<RotateCcw size={14} aria-hidden="true" />}
            onClick={() => void actions.processAgain(title)}
          >
            {text('ui.retry')}
          </Button>
        ) : (
          <Button
            size="compact"
            icon={<Upload size={14} aria-hidden="true" />}
            onClick={() => chooseFile(fieldId('file'))}
          >
            {text('ui.titles.wayOut.upload')}
          </Button>
        )
      }
    >
      {words}
    </Banner>
  )
}

/** What the server knows of a title: its file (VAL-27), its tag, its dates. */
export function TitleFactsCard() {
  const { title } = useTitleEditorView()
  return title === undefined ? null : <Facts title={title} />
}

function Facts({ title }: { title: Title }) {
  const { text, locale } = useTitleEditorTexts()
  const { moment } = useDates()
  const { fileName, fileSize, fileSha256, publishedDate } = title
  const facts: (Fact | false)[] = [
    {
      label: text('ui.editor.tag'),
      value: title.tag,
      copy: { text: title.tag, label: text('ui.editor.copyTag') },
    },
    fileName !== null && { label: text('field.file'), value: fileName },
    fileSize !== null && { label: text('ui.size'), value: toMegabytes(fileSize, locale) },
    title.durationSecond > 0 && {
      label: text('field.durationSecond'),
      value: toLength(title.durationSecond),
    },
    fileSha256 !== null && {
      label: text('ui.editor.sha256'),
      value: <code title={fileSha256}>{`${fileSha256.slice(0, 8)}…${fileSha256.slice(-4)}`}</code>,
      copy: { text: fileSha256, label: text('ui.editor.copySha256') },
    },
    { label: text('field.creationDate'), value: moment(title.creationDate) },
    { label: text('ui.changedOn'), value: moment(title.updatedDate) },
    publishedDate !== null && { label: text('ui.publishedOn'), value: moment(publishedDate) },
  ]
  return (
    <Card title={text('ui.details')} className="kn-card-dense">
      <FactList facts={facts.filter(fact => fact !== false)} />
    </Card>
  )
}

/** TITLE-42: the marks of a migration, kept and shown, never changed here. */
export function TitleOriginCard() {
  const { title } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  if (title === undefined) return null
  if (!title.IsMigrating && title.SourceProviderId === null && title.externalId === null) return null
  const facts: (Fact | false)[] = [
    { label: text('field.IsMigrating'), value: text(title.IsMigrating ? 'ui.yes' : 'ui.no') },
    title.SourceProviderId !== null && {
      label: text('field.SourceProviderId'),
      value: title.SourceProviderId,
    },
    title.externalId !== null && { label: text('field.externalId'), value: title.externalId },
  ]
  return (
    <Card title={text('ui.editor.origin')} className="kn-card-dense">
      <FactList facts={facts.filter(fact => fact !== false)} />
    </Card>
  )
}
