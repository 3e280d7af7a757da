import type { Batch } from '@kinora/core'
import { isMoving, stampOf } from '../file-work/work.ts'
import { WorkView } from '../file-work/work-view.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { useDates } from '../kernel/use-dates.ts'
import type { Fact } from '../titles/fact-list.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { BatchResults } from './batch-results.tsx'
import { useBatchTexts } from './texts.ts'
import { useBatch } from './use-batch.ts'

export interface BatchViewProps {
  batchId: string
  listHref?: string
  /** Given, rows with a title link to it. */
  titleHref?: (tag: string) => string
}

/** One bulk upload: where it stands, what it found, start and stop, and what became of every row (BULK-13). */
export function BatchView({ batchId, listHref, titleHref }: BatchViewProps) {
  const { text } = useBatchTexts()
  const { batch, reading, ...acts } = useBatch(batchId)
  const facts = useFacts(batch)
  const back = { href: listHref, label: text('ui.batches.back') }
  if (batch === undefined)
    return <FormState readings={[reading]} back={back} missing={text('ui.batches.notFoundText')} />
  const isOut = batch.problem === null && batch.fileStoreStatus === 'Error'
  return (
    <WorkView
      work={batch}
      acts={acts}
      title={batch.title}
      text={batch.fileToProcess}
      back={back}
      facts={facts}
      words={{
        results: text('ui.batches.results'),
        finishing: text('ui.batches.finishing'),
        cancelled: text('ui.batches.cancelled'),
        startHint: text('ui.batches.startHint', { folder: batch.fileStoreFolder }),
      }}
      notice={isOut ? <Banner tone="warning">{text('bulk.storageDirectory')}</Banner> : null}
    >
      <BatchResults
        {...{ batchId, titleHref }}
        isNew={batch.status === null}
        moving={isMoving(batch)}
        stamp={stampOf(batch)}
        bad={batch.rows.bad}
      />
    </WorkView>
  )
}

function useFacts(batch: Batch | undefined): Fact[] {
  const { text } = useBatchTexts()
  const { moment } = useDates()
  if (batch === undefined) return []
  const ready = batch.fileStoreStatus === 'Ready'
  return [
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
}
