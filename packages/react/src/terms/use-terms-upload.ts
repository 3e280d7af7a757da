import { checkTerms, checkTermsFile, type Issue, languageOfTerms, terms } from '@kinora/core'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { DirtyListener } from '../kernel/use-draft.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import type { FormProblem } from '../ui/form/form-summary.tsx'
import { useTermsTexts } from './texts.ts'

interface Chosen {
  title: string
  files: Readonly<Record<string, File>>
}

const nothing: Chosen = { title: '', files: {} }

export interface TermsUpload extends Chosen {
  setTitle(title: string): void
  /** The file of one language. */
  put(tag: string, file: File | undefined): void
  /** Files of several languages, placed by their names. */
  place(files: readonly File[]): void
  /** Names of those whose language isn't known. */
  unplaced: readonly string[]
  issueAt(path: string): string | undefined
  fieldId(path: string): string
  problems: readonly FormProblem[]
  attempt: number
  sending: { sent: number; total: number } | undefined
  submit(): Promise<boolean>
  stop(): void
}

/** TERMS-02, TERMS-03: gathers a file for each language, then sends all of them at once. */
export function useTermsUpload(
  tenantId: string,
  {
    languageCodes,
    onDirtyChange,
  }: { languageCodes: readonly string[]; onDirtyChange?: DirtyListener | undefined },
): TermsUpload {
  const texts = useTermsTexts()
  const id = useId()
  const [chosen, setChosen] = useState(nothing)
  const [unplaced, setUnplaced] = useState<readonly string[]>([])
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [failure, setFailure] = useState<{ attempt: number; text?: string | undefined }>({ attempt: 0 })
  const [sending, setSending] = useState<TermsUpload['sending']>()
  const upload = useWrite(terms.upload, {
    failure: saidByCaller,
    timeout: 0,
    onProgress: (sent, total) => setSending({ sent, total }),
    success: ({ version }) => texts.text('ui.terms.uploaded', { version }),
  })
  const fieldId = (path: string) => `${id}-${path}`

  const put = (tag: string, file: File | undefined) => {
    setChosen(({ files: { [tag]: _, ...rest }, ...other }) => ({
      ...other,
      files: file === undefined ? rest : { ...rest, [tag]: file },
    }))
    setIssues(before => [
      ...before.filter(({ path }) => path !== `files.${tag}`),
      ...(file === undefined ? [] : checkTermsFile(file, tag)),
    ])
    setUnplaced(before => before.filter(name => name !== file?.name))
  }
  const place = (files: readonly File[]) => {
    const placed = files.map(file => ({ file, tag: languageOfTerms(file.name, languageCodes) }))
    for (const { file, tag } of placed) if (tag !== undefined) put(tag, file)
    setUnplaced(placed.filter(({ tag }) => tag === undefined).map(({ file }) => file.name))
  }
  const submit = async (): Promise<boolean> => {
    const found = checkTerms({ Title: chosen.title, files: chosen.files }, languageCodes)
    setIssues(found)
    const fail = (text?: string) => setFailure(({ attempt }) => ({ attempt: attempt + 1, text }))
    if (found.length > 0) {
      fail()
      return false
    }
    const total = Object.values(chosen.files).reduce((sum, file) => sum + file.size, 0)
    setSending({ sent: 0, total })
    const result = await upload.send({ tenantId, Title: chosen.title, files: { ...chosen.files } })
    setSending(undefined)
    if (result.kind === 'done') {
      setChosen(nothing)
      setUnplaced([])
      setFailure({ attempt: 0 })
      return true
    }
    if (result.kind === 'failed' && result.error.code !== 'aborted') {
      setIssues(result.error.issues)
      fail(result.error.issues.length === 0 ? texts.error(result.error) : undefined)
    }
    return false
  }

  const latest = useRef(submit)
  latest.current = submit
  const save = useCallback(() => latest.current(), [])
  const dirty = chosen.title !== '' || Object.keys(chosen.files).length > 0
  useEffect(() => onDirtyChange?.(dirty, save), [dirty, save, onDirtyChange])

  const { attempt, text } = failure
  return {
    ...chosen,
    unplaced,
    put,
    place,
    fieldId,
    attempt,
    sending,
    submit,
    setTitle: title => {
      setChosen(before => ({ ...before, title }))
      setIssues(before => before.filter(({ path }) => path !== 'Title'))
    },
    issueAt: path => {
      const found = issues.find(issue => issue.path === path)
      return found && texts.issue(found)
    },
    problems: [
      ...(text === undefined ? [] : [{ text }]),
      ...issues.map(issue => ({ id: fieldId(issue.path), text: texts.issue(issue) })),
    ],
    stop: upload.abort,
  }
}
