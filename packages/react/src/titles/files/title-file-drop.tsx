import {
  CHUNK_SIZE,
  type FileRole,
  type Title,
  toMegabytes,
  toTrailerState,
  uploads,
  VideoStatus,
} from '@kinora/core'
import { useState } from 'react'
import { useRead } from '../../kernel/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop, type FileDropProps } from '../../ui/form/file-drop.tsx'
import { useUploadOf } from '../../uploads/use-uploads.ts'
import { useEditor } from '../editor/title-editor-context.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

/** Milliseconds between looks at an upload that may be going on on another machine. */
const LOOK = 5000

/**
 * The place for a title's file. Where another machine began to upload one, the same file goes on there and any other is
 * refused; to start again with another one is a choice of its own, so that nothing is lost by mistake.
 */
export function TitleFileDrop({ of: role, ...drop }: Omit<FileDropProps, 'onFiles'> & { of: FileRole }) {
  const { title, files } = useEditor()
  const { text } = useTitleEditorTexts()
  const [anew, setAnew] = useState(false)
  const begun = useBegunElsewhere(title, role)
  if (begun === undefined || anew)
    return <FileDrop {...drop} onFiles={dropped => void files.take(role, dropped)} />
  const { percent, fileName: name, totalSize } = begun
  return (
    <>
      <FileDrop
        {...drop}
        title={text('ui.editor.elsewhere', { percent })}
        hint={text('ui.editor.elsewhereFile', { name, size: toMegabytes(totalSize) })}
        buttonLabel={text('ui.editor.elsewhereChoose')}
        onFiles={chosen => void files.take(role, chosen, { goOn: true })}
      />
      <Button variant="quiet" size="compact" onClick={() => setAnew(true)}>
        {text('ui.editor.elsewhereAnew')}
      </Button>
    </>
  )
}

/** What the server holds of a file that this browser does not send. */
function useBegunElsewhere(title: Title | undefined, role: FileRole) {
  const isOurUpload = useUploadOf(title?.tag, role, upload => isOurs(upload?.state.kind))
  const isBegun = title !== undefined && isUploading(title, role)
  const isHere = title !== undefined && isOurUpload
  const endpoint = role === 'video' ? uploads.videoState : uploads.trailerState
  const asked = { enabled: isBegun && !isHere, refetchInterval: LOOK }
  const { data: state } = useRead(endpoint, { tag: title?.tag ?? '' }, asked)
  if (!asked.enabled || !state || state.complete || state.nextChunk === 1) return undefined
  const { fileName, totalSize, nextChunk } = state
  const percent = Math.floor(Math.min(1, ((nextChunk - 1) * CHUNK_SIZE) / totalSize) * 100)
  return { fileName, totalSize, percent }
}

const isUploading = (title: Title, role: FileRole): boolean =>
  role === 'video' ? title.videoStatus === VideoStatus.Uploading : toTrailerState(title) === 'uploading'

/** An upload of this browser has buttons of its own, unless it is over and something else was begun since. */
const isOurs = (kind: string | undefined): boolean =>
  kind !== undefined && kind !== 'complete' && kind !== 'cancelled'
