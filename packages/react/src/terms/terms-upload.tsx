import {
  checkTerms,
  checkTermsFile,
  type Issue,
  languageOfTerms,
  MEGABYTE,
  TERMS_FILE_MAX,
  terms,
  toFileSize,
} from '@kinora/core'
import { FileCode2 } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { languageNameIn } from '../kernel/language-names.ts'
import { useAutosavedState } from '../kernel/use-autosaved-state.ts'
import type { DirtyListener } from '../kernel/use-draft.ts'
import { handledByCaller, refusedBy, useWrite, type WriteResult } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { type FormProblem, FormSummary } from '../ui/form/form-summary.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { LostFiles } from './lost-files.tsx'
import type { Previewed } from './terms-preview.tsx'
import { useTermsTexts } from './texts.ts'

interface TermsUploadProps {
  tenantId: string
  languageCodes: readonly string[]
  onPreview: (previewed: Previewed) => void
  onDirtyChange?: DirtyListener | undefined
}

/** TERMS-02, TERMS-03: a row for each language of the tenant, all of them sent at once. */
export function TermsUpload({ tenantId, languageCodes, onPreview, onDirtyChange }: TermsUploadProps) {
  const { text } = useTermsTexts()
  const model = useTermsUpload(tenantId, { languageCodes, onDirtyChange })
  if (languageCodes.length === 0) return <Banner tone="warning">{text('session.noLanguages')}</Banner>
  const filled = languageCodes.filter(tag => model.files[tag] !== undefined).length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (model.sending === undefined) void model.submit()
  }
  return (
    <form noValidate onSubmit={submit} aria-label={text('ui.terms.upload')}>
      <Card title={text('ui.terms.upload')}>
        <FormSummary title={text('ui.terms.problems')} problems={model.problems} attempt={model.attempt} />
        <Field
          id={model.fieldId('title')}
          label={text('field.title')}
          help={text('ui.terms.nameHelp')}
          error={model.issueAt('title')}
          required
        >
          <TextInput
            value={model.title}
            maxLength={255}
            onChange={event => model.setTitle(event.target.value)}
          />
        </Field>
        <Field
          id={model.fieldId('files')}
          group
          announces
          label={text('ui.terms.files')}
          help={text('ui.terms.filesHelp', { max: TERMS_FILE_MAX / MEGABYTE })}
          error={
            model.unplaced.length === 0
              ? undefined
              : text('ui.terms.unplaced', { names: model.unplaced.join(', ') })
          }
        >
          <FileDrop
            look="compact"
            multiple
            accept=".html"
            disabled={model.sending !== undefined}
            title={text('ui.terms.dropAll')}
            buttonLabel={text('ui.chooseFiles')}
            onFiles={model.place}
          />
        </Field>
        <LostFiles names={model.lost.map(([, name]) => name)} />
        <div role="status">
          <ProgressBar
            label={text('ui.terms.count', { s: filled, count: languageCodes.length })}
            value={filled / languageCodes.length}
            tone={filled === languageCodes.length ? 'positive' : 'accent'}
          />
        </div>
        <ul className="kn-terms-languages">
          {languageCodes.map(tag => (
            <li key={tag}>
              <Language tag={tag} model={model} onPreview={onPreview} />
            </li>
          ))}
        </ul>
        <Sending model={model} />
      </Card>
    </form>
  )
}

function Language({
  tag,
  model,
  onPreview,
}: {
  tag: string
  model: UploadModel
  onPreview: TermsUploadProps['onPreview']
}) {
  const { text, locale } = useTermsTexts()
  const path = `files.${tag}`
  const file = model.files[tag]
  const lost = model.lost.find(([of]) => of === tag)?.[1]
  const language = languageNameIn(text, tag)
  return (
    <Field id={model.fieldId(path)} group announces label={language} error={model.issueAt(path)}>
      <div className="kn-terms-file">
        <FileDrop
          look="compact"
          accept=".html"
          icon={<FileCode2 size={20} aria-hidden="true" />}
          disabled={model.sending !== undefined}
          title={file === undefined ? text('ui.terms.drop') : <bdi>{file.name}</bdi>}
          hint={
            file === undefined
              ? lost && text('ui.terms.again', { name: lost })
              : toFileSize(file.size, locale)
          }
          buttonLabel={text('ui.chooseFile')}
          onFiles={([first]) => first && model.put(tag, first)}
        />
        {file === undefined ? null : (
          <Button
            aria-label={text('ui.terms.preview', { language })}
            onClick={() => onPreview({ tag, name: file.name, read: () => file.text() })}
          >
            {text('ui.terms.previewShort')}
          </Button>
        )}
      </div>
    </Field>
  )
}

/** Once all has left, the server may still be storing it. */
function Sending({ model: { sending, files, stop } }: { model: UploadModel }) {
  const { text, locale } = useTermsTexts()
  const count = Object.keys(files).length
  if (sending === undefined)
    return (
      <div className="kn-terms-acts">
        <Button type="submit" variant="primary">
          {text('ui.terms.submit')}
        </Button>
      </div>
    )
  const { sent, total } = sending
  const size = toFileSize(total, locale)
  return (
    <div className="kn-terms-acts">
      <ProgressBar
        label={text('ui.terms.sending', { count })}
        value={total > 0 && sent < total ? sent / total : undefined}
        detail={text('ui.partOf', { part: toFileSize(sent, locale), size })}
      />
      <Button onClick={stop}>{text('ui.cancelUpload')}</Button>
    </div>
  )
}

type Files = Readonly<Record<string, File>>

/** What the tab keeps: the title, and the names of the files by their language. */
interface AutosavedTerms {
  title: string
  names: Readonly<Record<string, string>>
}

const nothing: AutosavedTerms = { title: '', names: {} }

interface UploadModel {
  title: string
  files: Files
  /** Languages and names of files that were chosen before a reload, which keeps none. */
  lost: readonly (readonly [tag: string, name: string])[]
  setTitle(title: string): void
  /** The file of one language. */
  put(tag: string, file: File): void
  /** Files of several languages, placed by their names. */
  place(files: readonly File[]): void
  /** Names of those whose language isn't known. */
  unplaced: readonly string[]
  issueAt(path: string): string | undefined
  fieldId(path: string): string
  problems: readonly FormProblem[]
  attempt: number
  sending: { sent: number; total: number } | undefined
  submit(): Promise<WriteResult<unknown>>
  stop(): void
}

/** What is to be sent: a title, and a file for each language, found by its name; what is wrong with them. */
function useGatheredTerms(tenantId: string, languageCodes: readonly string[]) {
  const [{ title, names }, keep] = useAutosavedState(`terms ${tenantId}`, nothing)
  const [files, setFiles] = useState<Files>({})
  const [unplaced, setUnplaced] = useState<readonly string[]>([])
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const put = (tag: string, file: File) => {
    setFiles(before => ({ ...before, [tag]: file }))
    keep(before => ({ ...before, names: { ...before.names, [tag]: file.name } }))
    setIssues(before => [
      ...before.filter(({ path }) => path !== `files.${tag}`),
      ...checkTermsFile(file, tag),
    ])
    setUnplaced(before => before.filter(name => name !== file.name))
  }
  const place = (added: readonly File[]) => {
    const placed = added.map(file => ({ file, tag: languageOfTerms(file.name, languageCodes) }))
    for (const { file, tag } of placed) if (tag !== undefined) put(tag, file)
    setUnplaced(placed.filter(({ tag }) => tag === undefined).map(({ file }) => file.name))
  }
  return {
    title,
    files,
    unplaced,
    issues,
    setIssues,
    put,
    place,
    lost: Object.entries(names).filter(([tag]) => files[tag] === undefined && languageCodes.includes(tag)),
    setTitle(next: string) {
      keep(before => ({ ...before, title: next }))
      setIssues(before => before.filter(({ path }) => path !== 'title'))
    },
    clear() {
      keep(nothing)
      setFiles({})
      setUnplaced([])
    },
  }
}

/** TERMS-02, TERMS-03: sends a file for each language, all of them at once. */
function useTermsUpload(
  tenantId: string,
  {
    languageCodes,
    onDirtyChange,
  }: { languageCodes: readonly string[]; onDirtyChange?: DirtyListener | undefined },
): UploadModel {
  const texts = useTermsTexts()
  const id = useId()
  const { issues, setIssues, clear, ...gathered } = useGatheredTerms(tenantId, languageCodes)
  const { title, files } = gathered
  const [failure, setFailure] = useState<{ attempt: number; text?: string | undefined }>({ attempt: 0 })
  const [sending, setSending] = useState<UploadModel['sending']>()
  const upload = useWrite(terms.upload, {
    failure: handledByCaller,
    timeout: 0,
    onProgress: (sent, total) => setSending({ sent, total }),
    success: ({ version }) => texts.text('ui.terms.uploaded', { version }),
  })
  const fieldId = (path: string) => `${id}-${path}`

  const submit = async (): Promise<WriteResult<unknown>> => {
    const found = checkTerms({ title, files }, languageCodes)
    setIssues(found)
    const fail = (text?: string) => setFailure(({ attempt }) => ({ attempt: attempt + 1, text }))
    if (found.length > 0) {
      fail()
      return refusedBy(found)
    }
    const total = Object.values(files).reduce((sum, file) => sum + file.size, 0)
    setSending({ sent: 0, total })
    const result = await upload.send({ tenantId, title, files: { ...files } })
    setSending(undefined)
    if (result.kind === 'done') {
      clear()
      setFailure({ attempt: 0 })
      return result
    }
    if (result.kind === 'failed' && result.error.code !== 'aborted') {
      setIssues(result.error.issues)
      fail(result.error.issues.length === 0 ? texts.error(result.error) : undefined)
    }
    return result
  }

  const latest = useRef(submit)
  latest.current = submit
  const save = useCallback(() => latest.current(), [])
  const dirty = title !== '' || Object.keys(files).length > 0
  useEffect(() => {
    onDirtyChange?.(dirty, save)
  }, [dirty, save, onDirtyChange])

  const { attempt, text } = failure
  return {
    ...gathered,
    fieldId,
    attempt,
    sending,
    submit,
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
