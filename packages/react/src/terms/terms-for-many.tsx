import {
  checkTerms,
  checkTermsFile,
  fitTerms,
  type Issue,
  MEGABYTE,
  type Output,
  TERMS_FILE_MAX,
  tenants,
  terms,
} from '@kinora/core'
import { type FormEvent, useState } from 'react'
import { languageNameIn } from '../kernel/language-names.ts'
import { useAutosavedState } from '../kernel/use-autosaved-state.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { LostFiles } from './lost-files.tsx'
import { useTermsTexts } from './texts.ts'

type Site = Output<typeof tenants.list>['data'][number]
type Outcome = { done: string } | { failed: string }

/** 28.3: one set of files for many tenants in one act: each gets those in its languages; what it lacks is said before, and what became of it after. */
export function TermsForMany() {
  const { text } = useTermsTexts()
  const list = useRead(tenants.list, { take: -1 })
  const model = useTermsForMany(list.data?.data ?? [])
  const { chosen, ready, sending } = model
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending === undefined) void model.submit()
  }
  return (
    <form noValidate onSubmit={submit} aria-label={text('ui.terms.many')}>
      <Card title={text('ui.terms.many')}>
        <p className="kn-page-text">{text('ui.terms.manyText')}</p>
        <Field
          label={text('field.title')}
          help={text('ui.terms.nameHelp')}
          error={model.titleProblem}
          required
        >
          <TextInput
            value={model.title}
            maxLength={255}
            disabled={sending !== undefined}
            onChange={event => model.setTitle(event.target.value)}
          />
        </Field>
        <Field label={text('ui.nav.tenants')} required>
          <MultiSelect
            value={chosen.map(({ tenantId }) => tenantId)}
            onChange={model.choose}
            options={(list.data?.data ?? []).map(({ tenantId: value, name: label }) => ({ value, label }))}
            placeholder={text('ui.tenant.choose')}
            searchLabel={text('ui.tenant.search')}
            emptyText={text('ui.noMatch')}
            removeLabel={option => text('ui.removeNamed', { name: option.label })}
          />
        </Field>
        <Field
          group
          announces
          label={text('ui.terms.files')}
          help={text('ui.terms.filesHelp', { max: TERMS_FILE_MAX / MEGABYTE })}
          error={model.fileProblem}
        >
          <FileDrop
            look="compact"
            multiple
            accept=".html"
            disabled={sending !== undefined}
            title={text('ui.terms.dropAll')}
            hint={model.files.length === 0 ? undefined : model.files.map(({ name }) => name).join(', ')}
            buttonLabel={text('ui.chooseFiles')}
            onFiles={model.add}
          />
        </Field>
        <LostFiles names={model.lost} />
        <Fits chosen={chosen} outcomes={model.outcomes} />
        <div className="kn-terms-acts">
          {sending === undefined ? (
            <Button type="submit" variant="primary" disabled={ready.length === 0}>
              {text('ui.terms.manySubmit', { count: ready.length })}
            </Button>
          ) : (
            <ProgressBar label={text('ui.terms.manySending', sending)} value={sending.done / sending.all} />
          )}
        </div>
      </Card>
    </form>
  )
}

/** What each of the chosen tenants gets, what it lacks, and what became of it. */
function Fits({ chosen, outcomes }: Pick<ReturnType<typeof useTermsForMany>, 'chosen' | 'outcomes'>) {
  const { text } = useTermsTexts()
  return (
    <PlainTable
      label={text('ui.nav.tenants')}
      rows={chosen}
      rowId={({ tenantId }) => tenantId}
      columns={[
        { id: 'name', header: text('field.tenant'), wide: true, cell: ({ name }) => <bdi>{name}</bdi> },
        {
          id: 'languages',
          header: text('ui.terms.manyLanguages'),
          cell: ({ fit, languageCodes }) =>
            text('ui.countOf', { count: Object.keys(fit.files).length, all: languageCodes.length }),
        },
        {
          id: 'state',
          header: text('field.status'),
          wide: true,
          cell: row => <State lacking={row.fit.lacking} outcome={outcomes.get(row.tenantId)} />,
        },
      ]}
    />
  )
}

function State({ lacking, outcome }: { lacking: readonly string[]; outcome: Outcome | undefined }) {
  const { text } = useTermsTexts()
  if (outcome !== undefined)
    return 'done' in outcome ? (
      <Badge tone="positive">{outcome.done}</Badge>
    ) : (
      <Badge tone="negative">{outcome.failed}</Badge>
    )
  if (lacking.length === 0) return <Badge tone="positive">{text('ui.terms.manyReady')}</Badge>
  return text('ui.terms.manyLacks', { languages: lacking.map(tag => languageNameIn(text, tag)).join(', ') })
}

/** What the tab keeps: what was typed and chosen, and the names of the files. */
interface AutosavedTerms {
  title: string
  ids: readonly string[]
  names: readonly string[]
}

const nothing: AutosavedTerms = { title: '', ids: [], names: [] }

function useAutosavedTerms() {
  const [kept, keep] = useAutosavedState('terms of many', nothing)
  /** What every tenant has got stays in sight, but isn't kept. */
  const [sent, setSent] = useState<AutosavedTerms>()
  const shown = sent ?? kept
  return {
    ...shown,
    change(part: Partial<AutosavedTerms>) {
      keep({ ...shown, ...part })
      setSent(undefined)
    },
    forget() {
      setSent(shown)
      keep(nothing)
    },
  }
}

function useTermsForMany(all: readonly Site[]) {
  const { text, error, issue } = useTermsTexts()
  const { title, ids, names, change, forget } = useAutosavedTerms()
  const [files, setFiles] = useState<readonly File[]>([])
  const [problems, setProblems] = useState<readonly Issue[]>([])
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [sending, setSending] = useState<{ done: number; all: number }>()
  const upload = useWrite(terms.upload, { failure: handledByCaller, timeout: 0 })
  const chosen = all
    .filter(({ tenantId }) => ids.includes(tenantId))
    .map(site => ({ ...site, fit: fitTerms(files, site.languageCodes) }))
  const ready = chosen.filter(
    ({ tenantId, languageCodes, fit }) =>
      languageCodes.length > 0 && fit.lacking.length === 0 && !isDone(outcomes.get(tenantId)),
  )
  /** What is changed makes results of before untrue. */
  const anew = () => {
    setProblems([])
    setOutcomes(new Map())
  }
  const submit = async () => {
    const found = ready.flatMap(({ fit, languageCodes }) =>
      checkTerms({ title, files: fit.files }, languageCodes),
    )
    setProblems(found)
    if (found.length > 0) return
    const results = new Map(outcomes)
    for (const [done, { tenantId, fit }] of ready.entries()) {
      setSending({ done, all: ready.length })
      const result = await upload.send({ tenantId, title, files: fit.files })
      if (result.kind === 'done')
        results.set(tenantId, { done: text('ui.terms.uploaded', { version: result.output.version }) })
      else if (result.kind === 'failed')
        results.set(tenantId, { failed: result.error.issues.map(issue).join(' ') || error(result.error) })
      setOutcomes(new Map(results))
    }
    setSending(undefined)
    if (chosen.every(({ tenantId }) => isDone(results.get(tenantId)))) forget()
  }
  const at = (path: RegExp) => {
    const found = problems.find(each => path.test(each.path))
    return found && issue(found)
  }
  return {
    title,
    files,
    chosen,
    ready,
    outcomes,
    sending,
    submit,
    titleProblem: at(/^title$/),
    fileProblem: at(/^files/),
    lost: names.filter(name => !files.some(file => file.name === name)),
    setTitle: (next: string) => {
      change({ title: next })
      anew()
    },
    choose: (next: readonly string[]) => change({ ids: next }),
    /** One of the same name takes the place of the one before. */
    add: (added: readonly File[]) => {
      const fresh = new Set(added.map(({ name }) => name))
      setFiles(before => [...before.filter(({ name }) => !fresh.has(name)), ...added])
      change({ names: [...new Set([...names, ...fresh])] })
      anew()
      setProblems(added.flatMap(file => checkTermsFile(file, '')))
    },
  }
}

const isDone = (outcome: Outcome | undefined): boolean => outcome !== undefined && 'done' in outcome
