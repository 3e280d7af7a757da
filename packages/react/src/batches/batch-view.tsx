import { type Batch, canProcess, canStop, WorkStatus } from '@kinora/core'
import { Download, Play, Square } from 'lucide-react'
import { FormState } from '../kernel/form-state.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { type Fact, FactList } from '../titles/fact-list.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { BackLink } from '../ui/frame/back-link.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ProgressBar } from '../ui/status/progress-bar.tsx'
import { BatchBadge, toShare } from './batch-badge.tsx'
import { BatchResults } from './batch-results.tsx'
import { useBatchTexts } from './texts.ts'
import { type BatchModel, useBatch } from './use-batch.ts'

export interface BatchViewProps {
  batchId: string
  listHref?: string
  /** Given, rows with a title link to it. */
  titleHref?: (tag: string) => string
}

/** One bulk upload: where it stands, what it found, start and stop, and what became of every row (BULK-13). */
export function BatchView({ batchId, listHref, titleHref }: BatchViewProps) {
  const { text } = useBatchTexts()
  const model = useBatch(batchId)
  const { batch } = model
  const back = { href: listHref, label: text('ui.batches.back') }
  if (batch === undefined)
    return <FormState readings={[model.reading]} back={back} missing={text('ui.batches.notFoundText')} />
  return (
    <div className="kn-batch">
      <PageHeader
        back={<BackLink href={back.href}>{back.label}</BackLink>}
        title={batch.title}
        aside={<BatchBadge batch={batch} reasoned={false} />}
        text={batch.fileToProcess}
        actions={<Acts batch={batch} model={model} />}
      />
      <Notices batch={batch} processError={model.processError} />
      {batch.status === null ? null : <Progress batch={batch} />}
      <BatchFacts batch={batch} />
      {batch.status === null ? null : (
        <BatchResults batchId={batchId} moving={model.moving} stamp={stampOf(batch)} titleHref={titleHref} />
      )}
    </div>
  )
}

/** Changes with whatever becomes of its rows. */
const stampOf = ({ status, isFinishing, rows }: Batch): string =>
  [status, isFinishing, rows?.done, rows?.bad].join(' ')

function Acts({ batch, model }: { batch: Batch; model: BatchModel }) {
  const { text } = useBatchTexts()
  return (
    <>
      {batch.status === null ? null : (
        <Button icon={<Download size={16} aria-hidden="true" />} onClick={() => void model.downloadResults()}>
          {text('ui.batches.results')}
        </Button>
      )}
      {canStop(batch) ? (
        <Button
          variant="danger"
          loading={model.acting}
          icon={<Square size={16} aria-hidden="true" />}
          onClick={() => void model.stop()}
        >
          {text('ui.batches.stop')}
        </Button>
      ) : null}
      {canProcess(batch) ? (
        <Button
          variant="primary"
          loading={model.acting}
          disabled={batch.isFinishing}
          icon={<Play size={16} aria-hidden="true" />}
          onClick={() => void model.process()}
        >
          {text(batch.status === null ? 'ui.batches.process' : 'ui.batches.goOn')}
        </Button>
      ) : null}
    </>
  )
}

function Notices({ batch, processError }: { batch: Batch; processError: string | undefined }) {
  const { text } = useBatchTexts()
  return (
    <>
      {processError === undefined ? null : (
        <Banner tone="negative" title={text('ui.batches.processError')}>
          {processError}
        </Banner>
      )}
      {batch.problem === null ? null : (
        <Banner tone="negative" title={text('ui.batches.cancelled')}>
          {batch.problem}
        </Banner>
      )}
      {batch.isFinishing ? <Banner tone="info">{text('ui.batches.finishing')}</Banner> : null}
      {batch.problem === null && batch.fileStoreStatus === 'Error' ? (
        <Banner tone="warning">{text('bulk.storageDirectory')}</Banner>
      ) : null}
      {batch.status === null ? (
        <Banner tone="info">{text('ui.batches.startHint', { folder: batch.fileStoreFolder })}</Banner>
      ) : null}
    </>
  )
}

function Progress({ batch }: { batch: Batch }) {
  const { text } = useBatchTexts()
  const share = toShare(batch)
  const moving = batch.status === WorkStatus.Processing
  return (
    <ProgressBar
      label={text('ui.batches.progress')}
      value={share ?? (moving ? undefined : 0)}
      tone={batch.status === WorkStatus.Complete && batch.rows.bad === 0 ? 'positive' : 'accent'}
      detail={text('ui.batches.progressDetail', { ...batch.rows })}
    />
  )
}

function BatchFacts({ batch }: { batch: Batch }) {
  const { text } = useBatchTexts()
  const { moment } = useDates()
  const ready = batch.fileStoreStatus === 'Ready'
  const facts: Fact[] = [
    { label: text('field.notificationEmail'), value: batch.notificationEmail },
    { label: text('ui.batches.columnCreated'), value: moment(batch.createdDate) },
    {
      label: text('ui.batches.fileStore'),
      value: text(ready ? 'ui.batches.fileStoreReady' : 'ui.batches.fileStoreError'),
    },
    {
      label: text('ui.batches.folder'),
      value: <code>{batch.fileStoreFolder}</code>,
      copy: { text: batch.fileStoreFolder, label: text('ui.batches.copyFolder') },
    },
    { label: text('ui.batches.columnFiles'), value: ready ? batch.filesFound : '—' },
  ]
  return (
    <Card title={text('ui.batches.facts')} className="kn-card-dense">
      <FactList facts={facts} />
    </Card>
  )
}
