import { canProcessAgain, type Title, TitleStatus, toFailureKey, VideoStatus } from '@kinora/core'
import { RotateCcw, Upload } from 'lucide-react'
import { useDates } from '../../kernel/use-dates.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { Banner } from '../../ui/status/banner.tsx'
import { focusField } from '../../ui/status/checklist.tsx'
import { Stepper } from '../../ui/status/stepper.tsx'
import { toFileStanding } from '../../uploads/file-standing.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { useVideoUpload } from '../files/use-video-upload.ts'
import { canCancel, type TitleActions } from '../list/use-title-actions.ts'
import { TitleBadge } from '../title-badge.tsx'
import { useEditor } from './title-editor-context.tsx'

/** How the title stands: badge, four steps with live progress, and the way on after a failure (TITLE-31, VIDEO-12). */
export function TitleStatusCard({ title, actions }: { title: Title; actions: TitleActions }) {
  const texts = useTitleEditorTexts()
  const { text } = texts
  const upload = useVideoUpload(title.tag)
  const { steps, words, isHere } = toFileStanding(upload, title, texts)
  return (
    <Card
      title={text('field.status')}
      className="kn-card-dense"
      actions={<TitleBadge title={title} upload={upload} />}
    >
      <Stepper label={text('ui.editor.steps')} steps={steps} />
      {words === undefined || (title.stuck !== null && !isHere) ? null : (
        <p className="kn-status-words">
          {words}
          {canCancel(title) && !isHere ? (
            <Button size="compact" variant="quiet" onClick={() => void actions.cancel(title)}>
              {text('ui.titles.cancelProcessing')}
            </Button>
          ) : null}
        </p>
      )}
      {isHere ? null : <Stuck title={title} actions={actions} />}
      <Failure title={title} actions={actions} />
    </Card>
  )
}

/** Why the title is stuck, since when, and the way out. */
function Stuck({ title, actions }: { title: Title; actions: TitleActions }) {
  const { text, textOf } = useTitleEditorTexts()
  const { moment } = useDates()
  const { fieldId } = useEditor()
  if (title.stuck === null) return null
  const { reason, since, wayOut } = title.stuck
  const field = uploadFields[reason]
  return (
    <Banner
      tone="warning"
      role="status"
      actions={
        wayOut === 'upload' && field === undefined ? undefined : (
          <Button
            size="compact"
            icon={<RotateCcw size={14} aria-hidden="true" />}
            onClick={() => (field === undefined ? void actions.retry(title) : focusField(fieldId(field)))}
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

/** VIDEO-12: what failed, and the act that its sentence and phrase name. */
function Failure({ title, actions }: { title: Title; actions: TitleActions }) {
  const { text, textOf } = useTitleEditorTexts()
  const { fieldId } = useEditor()
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
            {text('ui.editor.tryAgain')}
          </Button>
        ) : (
          <Button
            size="compact"
            icon={<Upload size={14} aria-hidden="true" />}
            onClick={() => focusField(fieldId('file'))}
          >
            {text('ui.editor.uploadAgain')}
          </Button>
        )
      }
    >
      {words}
    </Banner>
  )
}
