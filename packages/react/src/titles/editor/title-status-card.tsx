import { type Title, TitleStatus, VideoStatus } from '@kinora/core'
import { RotateCcw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { Banner } from '../../ui/status/banner.tsx'
import { Stepper } from '../../ui/status/stepper.tsx'
import { useUploadOf } from '../../uploads/use-uploads.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { isAtUpload, toTitleSteps } from '../files/title-steps.ts'
import { useLocalUpload } from '../files/use-local-upload.ts'
import { canCancel, canProcessAgain, type TitleActions } from '../list/use-title-actions.ts'
import { TitleBadge } from '../title-badge.tsx'
import { toMoment } from '../title-facts.tsx'

/** How the title stands: badge, four steps with live progress, and the way on after a failure (TITLE-31, VIDEO-12). */
export function TitleStatusCard({ title, actions }: { title: Title; actions: TitleActions }) {
  const { text } = useTitleEditorTexts()
  const isHere = useUploadOf(title.tag, 'video', upload => upload !== undefined)
  const atUpload = useUploadOf(title.tag, 'video', upload => upload !== undefined && isAtUpload(upload))
  const { processing } = title
  const live =
    processing !== null && !atUpload && title.stuck === null
      ? text(`ui.status.${processing.step}`, { percent: Math.round(processing.fraction * 100) })
      : undefined
  return (
    <Card
      title={text('ui.editor.status')}
      className="kn-card-dense"
      actions={<TitleBadge title={title} localUpload={useLocalUpload(title.tag)} />}
    >
      <Steps title={title} />
      {live === undefined ? null : (
        <p className="kn-status-words">
          {live}
          {canCancel(title) ? (
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

function Steps({ title }: { title: Title }) {
  const { text } = useTitleEditorTexts()
  const upload = useUploadOf(title.tag, 'video', item => item)
  return <Stepper label={text('ui.editor.steps')} steps={toTitleSteps(title, upload, text)} />
}

/** Why the title is stuck, since when, and the way out. */
function Stuck({ title, actions }: { title: Title; actions: TitleActions }) {
  const { text, textOf } = useTitleEditorTexts()
  if (title.stuck === null) return null
  const { reason, since, wayOut } = title.stuck
  return (
    <Banner
      tone="warning"
      role="status"
      actions={
        <Button
          size="compact"
          icon={<RotateCcw size={14} aria-hidden="true" />}
          onClick={() => void actions.retry(title)}
        >
          {text(`ui.titles.wayOut.${wayOut}`)}
        </Button>
      }
    >
      {text('ui.titles.stuckSince', { reason: textOf(reason, 'stuck.other'), date: toMoment(since) })}
    </Banner>
  )
}

function Failure({ title, actions }: { title: Title; actions: TitleActions }) {
  const { text, textOf } = useTitleEditorTexts()
  const cancelled = title.videoStatus === VideoStatus.Canceled
  const failed = title.videoStatus === VideoStatus.Failed || title.status === TitleStatus.Error
  if (!failed && !cancelled) return null
  const words = cancelled
    ? text('ui.editor.cancelled')
    : textOf(title.errorType ?? 'processing.failed', 'processing.failed')
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
        ) : null
      }
    >
      {words}
    </Banner>
  )
}
