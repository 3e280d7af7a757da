import type { UploadItem } from '@kinora/core/uploads'
import { FolderOpen, Pause, Play, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLiveTitle } from '../kernel/use-live-titles.ts'
import { useFileChooser } from '../ui/form/file-drop.tsx'
import { useLink } from '../ui/frame/link.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Stepper } from '../ui/status/stepper.tsx'
import { toUploadStanding } from './file-standing.ts'
import { useUploadTexts } from './texts.ts'
import { UploadFilePrompt } from './upload-file-prompt.tsx'
import { useRefusal } from './use-refusal.ts'
import { isCancellable, type UploadActs } from './use-uploads.ts'

export interface UploadRowProps {
  item: UploadItem
  uploads: UploadActs
  /** Where the title or the event of the upload is edited; without it the name is no link. */
  ownerHref?: ((item: UploadItem) => string | undefined) | undefined
}

const icon = (Icon: typeof Pause) => <Icon size={16} aria-hidden="true" />

/** One upload: its file, its steps, how it stands, and the button that makes sense now. */
export function UploadRow({ item, uploads, ownerHref }: UploadRowProps) {
  const texts = useUploadTexts()
  const { text } = texts
  const Link = useLink()
  const [refused, setRefused] = useRefusal(item)
  const name = item.fileName
  const isProcessing = item.role === 'video' && item.state.kind === 'processing'
  const title = useLiveTitle(isProcessing ? item.tag : undefined)
  const href = ownerHref?.(item)
  const { steps, words, tone } = toUploadStanding(item, title, texts)
  return (
    <li className="kn-upload" data-state={item.state.kind}>
      <div className="kn-upload-head">
        {href ? (
          <Link
            className="kn-upload-name"
            href={href}
            aria-label={text(item.role === 'event' ? 'ui.uploads.openEvent' : 'ui.uploads.open', { name })}
          >
            {name}
          </Link>
        ) : (
          <span className="kn-upload-name">{name}</span>
        )}
        <span className="kn-upload-actions">
          <UploadActions item={item} uploads={uploads} onRefused={setRefused} />
        </span>
      </div>
      <Stepper label={text('ui.uploads.steps', { name })} steps={steps} />
      <p className="kn-upload-words" data-tone={tone}>
        {refused ?? words}
      </p>
      <UploadFilePrompt item={item} uploads={uploads} onRefused={setRefused} />
    </li>
  )
}

const mainActs = {
  pause: { label: 'ui.uploads.pause', Icon: Pause },
  resume: { label: 'ui.uploads.resume', Icon: Play },
  retry: { label: 'ui.uploads.retry', Icon: RotateCcw },
} as const

/** One button, whatever it does now: the focus stays on it when it is pressed. */
function mainActOf(kind: UploadItem['state']['kind']) {
  if (['starting', 'uploading', 'retrying', 'waiting'].includes(kind)) return mainActs.pause
  if (kind === 'paused') return mainActs.resume
  return kind === 'failed' || kind === 'cancelled' ? mainActs.retry : undefined
}

interface ActionsProps {
  item: UploadItem
  uploads: UploadActs
  onRefused: (words: string | undefined) => void
}

/** UPLOAD-13: pause, resume, cancel, try again, or choose the file again. */
export function UploadActions({ item, uploads, onRefused }: ActionsProps): ReactNode {
  const { text, advise } = useUploadTexts()
  const { kind } = item.state
  const name = item.fileName
  const resume = async () => {
    const found = await uploads.resume(item.id)
    onRefused(found && advise([found]))
  }
  const { choose, input } = useFileChooser({
    onFiles: async ([file]) => {
      const [found] = file === undefined ? [] : await uploads.reupload(item.id, file)
      onRefused(found && advise([found]))
    },
  })
  const main = mainActOf(kind)
  return (
    <>
      {main && (
        <IconButton
          label={text(main.label, { name })}
          icon={icon(main.Icon)}
          onClick={() => (main === mainActs.pause ? uploads.pause(item.id) : void resume())}
        />
      )}
      {kind === 'failed' || kind === 'cancelled' ? (
        <>
          {input}
          <IconButton label={text('ui.uploads.choose', { name })} icon={icon(FolderOpen)} onClick={choose} />
        </>
      ) : null}
      {isCancellable(item) ? (
        <IconButton
          label={text('ui.uploads.cancel', { name })}
          icon={icon(X)}
          onClick={() => uploads.cancel(item.id)}
        />
      ) : (
        <IconButton
          label={text('ui.uploads.dismiss', { name })}
          icon={icon(X)}
          onClick={() => void uploads.remove(item.id)}
        />
      )}
    </>
  )
}
