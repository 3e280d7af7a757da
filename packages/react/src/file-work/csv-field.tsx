import {
  assertNoIssues,
  checkBatchFile,
  type Issue,
  isKinoraError,
  KinoraError,
  type Messages,
} from '@kinora/core'
import type { BatchInspection, Problem } from '@kinora/core/bulk'
import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Path } from 'react-hook-form'
import { DraftField } from '../kernel/draft-field.tsx'
import { isFrozen } from '../kernel/form-fields.ts'
import { useKinora } from '../kernel/provider.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ListPages } from '../ui/list/list-pages.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { useWorkTexts, type WorkTexts } from './work.tsx'

interface CsvFieldProps<V extends { file: File | null }> {
  draft: Draft<V>
  file: CsvState
  choose(file: File | undefined): void
}

/** The CSV of a form, whose draft has it as `file`: dropped, pasted or chosen. */
export function CsvField<V extends { file: File | null }>({ draft, file, choose }: CsvFieldProps<V>) {
  const { text } = useWorkTexts()
  const name = 'file' as Path<V>
  return (
    <DraftField draft={draft} name={name} group label={text('field.file')} required>
      {() => (
        <>
          {file.kind === 'none' ? null : (
            <p className="kn-batch-file">
              <bdi>{file.file.name}</bdi>
              <Button
                size="compact"
                onClick={() => {
                  document.getElementById(draft.fieldId('file'))?.focus()
                  choose(undefined)
                }}
              >
                {text('ui.removeFile')}
              </Button>
            </p>
          )}
          <FileDrop
            look={file.kind === 'none' ? 'normal' : 'compact'}
            icon={<FileSpreadsheet size={20} aria-hidden="true" />}
            title={text(file.kind === 'none' ? 'ui.batches.drop' : 'ui.batches.dropOther')}
            hint={text('ui.batches.dropHint')}
            buttonLabel={text('ui.batches.choose')}
            accept=".csv,text/csv"
            disabled={isFrozen(draft.fields, 'file')}
            onFiles={([first]) => choose(first)}
          />
        </>
      )}
    </DraftField>
  )
}

/** What each kind of work says of its own files. */
interface CsvWords {
  unusable: string
  allGood: (counts: { count: number }) => string
}

/** BULK-07: the problems of a CSV, by row and column, with how to fix them. */
export function CsvProblems({ file, words }: { file: CsvState; words: CsvWords }) {
  const { text } = useWorkTexts()
  if (file.kind === 'checking') return <ProgressBar label={text('ui.checking', { name: file.file.name })} />
  if (file.kind !== 'checked') return null
  const { found } = file
  return (
    <Card title={text('ui.batches.check')} className="kn-card-dense">
      <Verdict found={found} words={words} />
      {found.problems.length === 0 ? null : <ProblemTable key={file.file.name} problems={found.problems} />}
    </Card>
  )
}

function Verdict({ found, words }: { found: BatchInspection; words: CsvWords }) {
  const { text } = useWorkTexts()
  const counts = { count: found.rows, rows: found.rows, bad: found.bad, good: found.rows - found.bad }
  if (found.unusable)
    return (
      <Banner tone="negative" title={text('validation.fileFormat')}>
        {words.unusable}
      </Banner>
    )
  if (found.bad === found.rows) return <Banner tone="negative">{text('ui.batches.allBad', counts)}</Banner>
  if (found.bad > 0) return <Banner tone="warning">{text('ui.batches.someBad', counts)}</Banner>
  return <Banner tone="positive">{words.allGood(counts)}</Banner>
}

type Say = (problem: Problem) => { what: string; mend: string }

/** The sentences come with the rules, which are loaded by now. */
function useSentences(): Say | undefined {
  const { messages }: { messages: Messages } = useKinora()
  const [say, setSay] = useState<Say>()
  useEffect(() => {
    let wanted = true
    void import('@kinora/core/bulk').then(({ toSentences }) => {
      if (wanted) setSay(() => (problem: Problem) => toSentences(problem, messages))
    })
    return () => {
      wanted = false
    }
  }, [messages])
  return say
}

function ProblemTable({ problems }: { problems: readonly Problem[] }) {
  const texts = useWorkTexts()
  const { pages } = useListTexts()
  const say = useSentences()
  const [place, setPlace] = useState({ page: 0, take: 50 })
  const columns = useMemo(() => (say === undefined ? [] : problemColumns(texts, say)), [texts, say])
  const from = place.page * place.take
  const shown = problems
    .slice(from, from + place.take)
    .map((problem, index) => ({ problem, id: from + index }))
  return (
    <>
      <PlainTable
        label={texts.text('ui.batches.problems')}
        rows={shown}
        rowId={row => String(row.id)}
        columns={columns}
      />
      <ListPages place={place} total={problems.length} onChange={setPlace} texts={pages} />
    </>
  )
}

interface Shown {
  problem: Problem
  id: number
}

function problemColumns({ text }: WorkTexts, say: Say): PlainColumn<Shown>[] {
  return [
    {
      id: 'row',
      header: text('ui.batches.columnRow'),
      align: 'end',
      cell: ({ problem }) => (problem.row < 1 ? text('field.file') : problem.row),
    },
    {
      id: 'externalId',
      header: text('field.externalId'),
      cell: ({ problem }) => <bdi>{problem.externalId}</bdi>,
    },
    { id: 'column', header: text('ui.batches.columnColumn'), cell: ({ problem }) => problem.column },
    {
      id: 'level',
      header: text('ui.batches.columnLevel'),
      cell: ({ problem }) => (
        <Badge tone={problem.level === 'error' ? 'negative' : 'warning'}>
          {text(`ui.batches.level.${problem.level}`)}
        </Badge>
      ),
    },
    {
      id: 'problem',
      header: text('ui.batches.columnProblem'),
      wide: true,
      cell: ({ problem }) => {
        const { what, mend } = say(problem)
        return (
          <span>
            {what}
            <span className="kn-plain-soft">{mend}</span>
          </span>
        )
      },
    },
  ]
}

/** The CSV on its way: chosen, being checked, checked, or refused for what it is. */
export type CsvState =
  | { kind: 'none' }
  | { kind: 'checking'; file: File }
  | { kind: 'refused'; file: File; issues: readonly Issue[] }
  | { kind: 'checked'; file: File; found: BatchInspection }

const unreadable: Issue = { path: 'file', code: 'validation.fileFormat' }

/** Checks a CSV as soon as it is chosen; one that is chosen meanwhile takes its place. */
export function useCsv(check: (file: File) => Promise<BatchInspection>) {
  const [file, setFile] = useState<CsvState>({ kind: 'none' })
  const inspection = useRef<Promise<CsvState>>(undefined)
  const inspect = async (chosen: File | undefined): Promise<CsvState> => {
    const running: Promise<CsvState> =
      chosen === undefined ? Promise.resolve({ kind: 'none' }) : inspectFile(chosen, check)
    inspection.current = running
    if (chosen !== undefined) setFile({ kind: 'checking', file: chosen })
    const found = await running
    if (inspection.current === running) setFile(found)
    return found
  }
  /** Why what was chosen last can't be sent; undefined where it can. */
  const refusal = async (chosen: File | null): Promise<KinoraError | undefined> => {
    const found = await inspection.current
    if (chosen !== null && found?.kind === 'checked' && !found.found.unusable) return undefined
    return new KinoraError('invalid', { issues: found?.kind === 'refused' ? found.issues : [unreadable] })
  }
  return { file, inspect, refusal, issues: file.kind === 'refused' ? file.issues : [] }
}

async function inspectFile(file: File, check: (file: File) => Promise<BatchInspection>): Promise<CsvState> {
  try {
    assertNoIssues(checkBatchFile(file))
    return { kind: 'checked', file, found: await check(file) }
  } catch (error) {
    const issues = isKinoraError(error) && error.issues.length > 0 ? error.issues : [unreadable]
    return { kind: 'refused', file, issues }
  }
}
