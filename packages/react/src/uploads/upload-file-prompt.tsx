import type { UploadItem } from '@kinora/core/uploads'
import { FolderOpen, LockOpen } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { useFileChooser } from '../ui/form/file-drop.tsx'
import { useUploadTexts } from './texts.ts'
import type { UploadActs } from './use-uploads.ts'

interface UploadFilePromptProps {
  item: UploadItem
  uploads: UploadActs
  onRefused: (words: string | undefined) => void
}

/** UPLOAD-25: what only the person can do: choose the same file again, or allow the browser to read it. */
export function UploadFilePrompt({ item, uploads, onRefused }: UploadFilePromptProps) {
  const { text, advise } = useUploadTexts()
  const { kind } = item.state
  const name = item.fileName
  const { choose, input } = useFileChooser({
    onFiles: async ([file]) => {
      const [found] = file === undefined ? [] : await uploads.reupload(item.id, file)
      onRefused(found && advise([found]))
    },
  })
  const allow = async () => {
    const found = await uploads.resume(item.id)
    onRefused(found && advise([found]))
  }
  if (kind !== 'broken' && kind !== 'locked') return null
  return (
    <div className="kn-upload-ask">
      {input}
      {kind === 'locked' ? (
        <Button
          size="compact"
          variant="primary"
          icon={<LockOpen size={16} aria-hidden="true" />}
          aria-label={text('ui.uploads.allowFor', { name })}
          onClick={() => void allow()}
        >
          {text('ui.uploads.allow')}
        </Button>
      ) : null}
      <Button
        size="compact"
        variant={kind === 'broken' ? 'primary' : 'quiet'}
        icon={<FolderOpen size={16} aria-hidden="true" />}
        aria-label={text('ui.uploads.choose', { name })}
        onClick={choose}
      >
        {text('ui.uploads.chooseAgain')}
      </Button>
    </div>
  )
}
