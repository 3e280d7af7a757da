import { ContentType, type FileRole, type Issue } from '@kinora/core'
import { useState } from 'react'
import { useToasts } from '../../ui/overlay/toast.tsx'
import { type FileToUpload, issuesOf, useUploadActs } from '../../uploads/use-uploads.ts'
import { isAudio, nameFromFile } from '../editor/title-draft.ts'
import type { TitleEditorModel } from '../editor/use-title-editor.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'

export interface TakeOptions {
  /** The file is for what another machine began; any other is refused. */
  goOn?: boolean
}

export interface TitleFiles {
  /** Takes what was dropped: checks it, creates the title where it is new, and hands it to the upload queue. */
  take(role: FileRole, files: readonly File[], options?: TakeOptions): Promise<void>
  /** What was wrong with the last file for the role. */
  errors: Partial<Record<FileRole, string>>
  checking: { role: FileRole; name: string } | undefined
  /** A good file that waits for the title, because the form could not be saved yet. */
  queued: { role: FileRole; file: File } | undefined
  letGo(): void
}

/** Puts a file into a title; one that isn't allowed is refused before anything is sent (UPLOAD-26). */
export function useTitleFiles(editor: TitleEditorModel): TitleFiles {
  const uploads = useUploadActs()
  const toasts = useToasts()
  const { text, advise } = useTitleEditorTexts()
  const [errors, setErrors] = useState<TitleFiles['errors']>({})
  const [checking, setChecking] = useState<TitleFiles['checking']>()
  const [queued, setQueued] = useState<TitleFiles['queued']>()
  const { title, form } = editor

  const refuse = (role: FileRole, issues: readonly Issue[]) => {
    const words = advise(issues)
    setErrors(before => ({ ...before, [role]: words }))
    return words
  }
  const upload = async (tag: string, role: FileRole, file: File, goOn = false): Promise<void> => {
    const kind = role === 'video' && isAudio(form.getValues()) ? 'audio' : 'video'
    const entry: FileToUpload = { tag, role, file, kind, resume: goOn }
    const issues = issuesOf(await uploads.add([entry]))
    if (issues.length > 0) toasts.show({ text: refuse(role, issues), tone: 'negative', sticky: true })
  }
  const take: TitleFiles['take'] = async (role, files, { goOn } = {}) => {
    setErrors(before => ({ ...before, [role]: undefined }))
    const file = files[0]
    if (file === undefined) return
    setChecking({ role, name: file.name })
    const found = await checkFiles(role, files, form.getValues('contentType'))
    setChecking(undefined)
    if (found.length > 0) return void refuse(role, found)
    if (files.length > 1) return setErrors(before => ({ ...before, [role]: text('ui.editor.oneFile') }))
    if (title !== undefined) return upload(title.tag, role, file, goOn)
    const refused = await uploads.refusal()
    if (refused !== undefined) return void refuse(role, [refused])
    if (form.getValues('className').trim() === '')
      form.setValue('className', nameFromFile(file.name), { shouldValidate: true })
    setQueued({ role, file })
    editor.onceCreated.current = tag => {
      setQueued(undefined)
      void upload(tag, role, file)
    }
    await editor.save()
  }
  const letGo = () => {
    setQueued(undefined)
    editor.onceCreated.current = undefined
  }
  return { take, errors, checking, queued, letGo }
}

async function checkFiles(
  role: FileRole,
  files: readonly File[],
  type: ContentType,
): Promise<readonly Issue[]> {
  const { checkFileCount, checkMediaFile } = await import('@kinora/core/media')
  const tooMany = checkFileCount(files.length)
  if (tooMany.length > 0) return tooMany
  const kind = role === 'trailer' ? 'trailer' : type === ContentType.Audio ? 'audio' : 'video'
  return (await checkMediaFile(kind, { name: files[0]!.name, blob: files[0]! })).issues
}
