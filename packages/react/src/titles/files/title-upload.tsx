import type { FileRole, Title } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { ProgressBar } from '../../ui/status/progress.tsx'
import { toUploadStanding } from '../../uploads/file-standing.ts'
import { UploadFilePrompt } from '../../uploads/upload-file-prompt.tsx'
import { UploadActions } from '../../uploads/upload-row.tsx'
import { useRefusal } from '../../uploads/use-refusal.ts'
import { type UploadActs, useUploadActs, useUploadOf } from '../../uploads/use-uploads.ts'
import { useEditor } from '../editor/title-editor-context.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

/** The upload of one file of the title while it lasts, with the buttons that make sense now. */
export function TitleUpload({ title, of: role }: { title: Title | undefined; of: FileRole }) {
  const item = useUploadOf(title?.tag, role, upload => upload)
  const acts = useUploadActs()
  const { fieldId } = useEditor()
  const remove = (id: string) => {
    // The button that was pressed goes.
    document.getElementById(fieldId(role === 'video' ? 'file' : 'trailer'))?.focus()
    return acts.remove(id)
  }
  const uploads = { ...acts, remove }
  if (item === undefined || item.state.kind === 'complete') return null
  return <Upload item={item} uploads={uploads} title={role === 'video' ? title : undefined} />
}

interface UploadProps {
  item: UploadItem
  uploads: UploadActs
  /** For its video. */
  title: Title | undefined
}

function Upload({ item, uploads, title }: UploadProps) {
  const texts = useTitleEditorTexts()
  const [refused, setRefused] = useRefusal(item)
  const { kind } = item.state
  const { words, tone, fraction } = toUploadStanding(item, title, texts)
  return (
    <div className="kn-title-upload" data-state={kind}>
      <div className="kn-title-upload-row">
        <div className="kn-title-upload-bar">
          <ProgressBar
            label={item.fileName}
            value={fraction ?? (tone === undefined ? undefined : item.progress.percent / 100)}
            tone={kind === 'paused' ? 'warning' : (tone ?? 'accent')}
          />
        </div>
        <span className="kn-title-upload-actions">
          <UploadActions item={item} uploads={uploads} onRefused={setRefused} />
        </span>
      </div>
      <p className="kn-field-help">{refused ?? words}</p>
      <UploadFilePrompt item={item} uploads={uploads} onRefused={setRefused} />
    </div>
  )
}
