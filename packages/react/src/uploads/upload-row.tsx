import {
  checkPublish,
  phraseTones,
  type Title,
  type TitleDraft,
  titleEditorTexts,
  titleTexts,
  toTitlePhrase,
  wordTexts,
} from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { FolderOpen, LockOpen, Pause, Play, RotateCcw, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import type { WriteResult } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { useFileChooser } from '../ui/form/file-drop.tsx'
import { useLink } from '../ui/frame/link.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Stepper } from '../ui/status/stepper.tsx'
import { asksForDetails, withReuse } from './file-status.ts'
import { useUploadTexts } from './texts.ts'
import { isCancellable } from './use-upload-state.ts'
import { useUploadStatus } from './use-upload-status.ts'
import type { UploadActs } from './use-uploads.ts'

export interface UploadRowProps {
  item: UploadItem
  /** The title of a finished upload, as the server has it now. */
  title?: Title | undefined
  uploads: UploadActs
  /** Where the title or the event of the upload is edited, at `field` where that is given; without it the name is no link. */
  ownerHref?: ((item: UploadItem, field?: string) => string | undefined) | undefined
}

const icon = (Icon: typeof Pause) => <Icon size={16} aria-hidden="true" />

/** One upload: its file, its steps, its state, and the button that makes sense now. */
export function UploadRow({ item, title, uploads, ownerHref }: UploadRowProps) {
  const { text } = useUploadTexts()
  const Link = useLink()
  const [refused, setRefused] = useRefusal(item)
  const name = item.fileName
  const href = ownerHref?.(item)
  const { steps, words, tone } = useUploadStatus(item)
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
      {title !== undefined && item.state.kind === 'complete' && refused === undefined ? (
        <ReadyTitle item={item} title={title} ownerHref={ownerHref} />
      ) : (
        <p className="kn-upload-words" data-tone={tone}>
          {refused ?? words}
        </p>
      )}
      <UploadFilePrompt item={item} uploads={uploads} onRefused={setRefused} />
    </li>
  )
}

/** C-143: the title of a finished upload, in the words of list and editor; each detail that it misses leads to its field. */
function ReadyTitle({
  item,
  title,
  ownerHref,
}: Pick<UploadRowProps, 'item' | 'ownerHref'> & { title: Title }) {
  const texts = useUploadTexts()
  const { text } = useTexts(titleTexts, titleEditorTexts, wordTexts)
  const Link = useLink()
  const { key, params } = toTitlePhrase(title)
  const missing = asksForDetails(key) ? checkPublish(title, title) : []
  const details = missing.map(({ path }) => ({
    path,
    name: text(`field.${path as keyof TitleDraft}`),
    href: ownerHref?.(item, path),
  }))
  return (
    <div className="kn-upload-words" data-tone={phraseTones[key]}>
      <p>{withReuse(item, text(key, params), texts)}</p>
      {details.length === 0 ? null : (
        <ul className="kn-upload-missing">
          {details.map(({ path, name, href }) => (
            <li key={path}>{href === undefined ? name : <Link href={href}>{name}</Link>}</li>
          ))}
        </ul>
      )}
    </div>
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

/** Gives an upload its file again, or goes on with the one it has; tells why that was refused, or that it wasn't. */
function useWayOn({ item, uploads, onRefused }: ActionsProps) {
  const { advise, error } = useUploadTexts()
  const tell = (result: WriteResult<unknown>) => {
    if (result.kind !== 'failed') return onRefused(undefined)
    const [found] = result.error.issues
    onRefused(found === undefined ? error(result.error) : advise([found]))
  }
  const chooser = useFileChooser({
    onFiles: async ([file]) => file && tell(await uploads.reupload(item.id, file)),
  })
  return {
    ...chooser,
    resume: async () => tell(await uploads.resume(item.id)),
    remove: async () => tell(await uploads.remove(item.id)),
  }
}

/** UPLOAD-13: pause, resume, cancel, try again, or choose the file again. */
export function UploadActions({ item, uploads, onRefused }: ActionsProps): ReactNode {
  const { text } = useUploadTexts()
  const { kind } = item.state
  const name = item.fileName
  const { choose, input, resume, remove } = useWayOn({ item, uploads, onRefused })
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
          onClick={() => void remove()}
        />
      )}
    </>
  )
}

/** UPLOAD-25: what only the person can do: choose the same file again, or allow the browser to read it. */
export function UploadFilePrompt({ item, uploads, onRefused }: ActionsProps) {
  const { text } = useUploadTexts()
  const { kind } = item.state
  const name = item.fileName
  const { choose, input, resume } = useWayOn({ item, uploads, onRefused })
  if (kind !== 'broken' && kind !== 'locked') return null
  return (
    <div className="kn-upload-ask">
      {input}
      {kind === 'locked' ? (
        <Button
          size="compact"
          variant="primary"
          icon={icon(LockOpen)}
          aria-label={text('ui.uploads.allowFor', { name })}
          onClick={() => void resume()}
        >
          {text('ui.uploads.allow')}
        </Button>
      ) : null}
      <Button
        size="compact"
        variant={kind === 'broken' ? 'primary' : 'quiet'}
        icon={icon(FolderOpen)}
        aria-label={text('ui.uploads.choose', { name })}
        onClick={choose}
      >
        {text('ui.uploads.chooseAgain')}
      </Button>
    </div>
  )
}

/** Why the last action was refused, until the upload's state changes. */
export function useRefusal({ state }: UploadItem): [string | undefined, (words: string | undefined) => void] {
  const [refusal, setRefusal] = useState<{ words: string; at: UploadItem['state']['kind'] }>()
  const shown = refusal?.at === state.kind ? refusal.words : undefined
  return [shown, words => setRefusal(words === undefined ? undefined : { words, at: state.kind })]
}
