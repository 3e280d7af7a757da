import {
  originalOf,
  planTranslations,
  readTranslations,
  type TranslationDraft,
  type TranslationPlan,
  translations,
} from '@kinora/core'
import { useEffect, useMemo, useState } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { formsOf, type TranslationTextsOf, useTranslationTexts } from './text-rows.ts'

interface TextImportProps {
  file: File
  /** What is replaced now. */
  replaced: readonly TranslationDraft[]
  open: boolean
  onClose: () => void
}

/** Rows that a dialog shows; nobody reads more. */
const SHOWN = 200

/** Shows what a file of texts would change before it does; a text that can’t be taken stops all of it (I18N-03). */
export function TextImport({ file, replaced, open, onClose }: TextImportProps) {
  const texts = useTranslationTexts()
  const { text, error } = texts
  const plan = usePlan(file, replaced)
  const { serverTexts } = useKinora()
  const write = useWrite(translations.import, {
    failure: handledByCaller,
    success: ({ changed: count }) => text('ui.texts.imported', { count }),
    onSuccess: async () => (await serverTexts?.().catch(() => undefined))?.changed().catch(() => undefined),
  })
  const changes = typeof plan === 'object' && plan.problems.length === 0 ? plan.changes : []
  const run = async () => {
    const { kind } = await write.send({ texts: changes.map(({ key, text }) => ({ key, text })) })
    if (kind === 'done') onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={text('ui.texts.importTitle', { name: file.name })}
      closeLabel={text('ui.close')}
      actions={
        <>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          {changes.length === 0 ? null : (
            <Button variant="primary" loading={write.isPending} onClick={() => void run()}>
              {text('ui.texts.importRun', { count: changes.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="kn-texts-form">
        {plan === 'unreadable' ? <Banner tone="negative">{text('translation.noFile')}</Banner> : null}
        {typeof plan === 'object' ? <Plan plan={plan} texts={texts} /> : null}
        {write.error === null ? null : <Banner tone="negative">{error(write.error)}</Banner>}
      </div>
    </Dialog>
  )
}

/** What the file would do, once it is read. */
function usePlan(file: File, replaced: readonly TranslationDraft[]) {
  const [content, setContent] = useState<string>()
  useEffect(() => {
    file.text().then(setContent, () => setContent(''))
  }, [file])
  return useMemo((): TranslationPlan | 'unreadable' | undefined => {
    if (content === undefined) return undefined
    const read = readTranslations(content)
    return read === undefined ? 'unreadable' : planTranslations(read, replaced)
  }, [content, replaced])
}

function Plan({ plan, texts }: { plan: TranslationPlan; texts: TranslationTextsOf }) {
  const { text } = texts
  const columns = useMemo(() => planColumns(texts), [texts])
  const isRefused = plan.problems.length > 0
  const rows = isRefused ? plan.problems : plan.changes
  return (
    <>
      {isRefused ? (
        <Banner tone="negative">{text('ui.texts.importProblems', { count: plan.problems.length })}</Banner>
      ) : (
        <p>
          {text('ui.texts.importChanges', { count: plan.changes.length })}
          {plan.unchanged === 0 ? null : ` · ${text('ui.texts.importSame', { count: plan.unchanged })}`}
        </p>
      )}
      {isRefused ? (
        <PlainTable
          label={text('ui.problem')}
          rows={plan.problems.slice(0, SHOWN)}
          rowId={row => row.key}
          columns={columns.problems}
        />
      ) : (
        <PlainTable
          label={text('ui.page.texts')}
          rows={plan.changes.slice(0, SHOWN)}
          rowId={row => row.key}
          columns={columns.changes}
        />
      )}
      {rows.length > SHOWN ? <p>{text('ui.list.moreResults', { count: rows.length - SHOWN })}</p> : null}
    </>
  )
}

function planColumns({ text, issue }: TranslationTextsOf) {
  const key: PlainColumn<{ key: string }> = {
    id: 'key',
    header: text('ui.texts.columnKey'),
    cell: row => (
      <bdi className="kn-texts-key" dir="ltr">
        {row.key}
      </bdi>
    ),
  }
  const changes: PlainColumn<TranslationPlan['changes'][number]>[] = [
    key,
    {
      id: 'now',
      header: text('ui.now'),
      cell: row => <bdi>{formsOf(row.before ?? originalOf(row.key)).join(' | ')}</bdi>,
    },
    {
      id: 'new',
      header: text('ui.texts.importNew'),
      cell: row => <bdi>{formsOf(row.text).join(' | ')}</bdi>,
    },
  ]
  const problems: PlainColumn<TranslationPlan['problems'][number]>[] = [
    key,
    { id: 'problem', header: text('ui.problem'), cell: row => issue(row.issue), wide: true },
  ]
  return { changes, problems }
}
