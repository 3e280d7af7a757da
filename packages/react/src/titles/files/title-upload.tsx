import type { FileRole } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { ProgressBar } from '../../ui/status/progress-bar.tsx'
import { UploadFilePrompt } from '../../uploads/upload-file-prompt.tsx'
import { UploadActions } from '../../uploads/upload-row.tsx'
import { uploadStatusText } from '../../uploads/upload-status-text.ts'
import { useRefusal } from '../../uploads/use-refusal.ts'
import { type UploadActs, useUploadActs, useUploadOf } from '../../uploads/use-uploads.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { isAtUpload } from './title-steps.ts'

/** The upload of one file of the title while it lasts, with the buttons that make sense now. */
export function TitleUpload({ tag, of: role }: { tag: string | undefined; of: FileRole }) {
  const item = useUploadOf(tag, role, upload => upload)
  const uploads = useUploadActs()
  if (item === undefined || item.state.kind === 'complete') return null
  return <Upload item={item} uploads={uploads} />
}

function Upload({ item, uploads }: { item: UploadItem; uploads: UploadActs }) {
  const texts = useTitleEditorTexts()
  const [refused, setRefused] = useRefusal(item)
  const { kind } = item.state
  const stuck = kind === 'failed'
  const waits = ['paused', 'retrying', 'broken', 'locked'].includes(kind)
  return (
    <div className="kn-title-upload" data-state={kind}>
      <div className="kn-title-upload-row">
        <div className="kn-title-upload-bar">
          <ProgressBar
            label={item.fileName}
            value={isAtUpload(item) || waits ? item.progress.percent / 100 : stuck ? 1 : undefined}
            tone={stuck ? 'negative' : waits ? 'warning' : 'accent'}
          />
        </div>
        <span className="kn-title-upload-actions">
          <UploadActions item={item} uploads={uploads} onRefused={setRefused} />
        </span>
      </div>
      <p className="kn-field-help">{refused ?? uploadStatusText(item, texts)}</p>
      <UploadFilePrompt item={item} uploads={uploads} onRefused={setRefused} />
    </div>
  )
}
