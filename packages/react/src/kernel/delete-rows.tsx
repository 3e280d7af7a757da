import type { Endpoint, Input } from '@kinora/core'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { ListModel } from '../ui/list/list-model.ts'
import type { ResourceListProps } from '../ui/list/resource-list.tsx'
import type { BulkResult } from '../ui/list/result-panel.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useListSelection } from '../ui/table/use-selection.ts'
import { stayedOf } from './delete-row.tsx'
import { useFormTexts } from './form-texts.ts'
import { type NounWords, useTexts } from './message.ts'
import { handledByCaller, useWrite, type WriteOptions } from './use-write.ts'

type DeleteName = 'deleteMany' | 'deleteTitle' | 'deleteText' | 'deleted' | 'deleteFailed'

interface DeleteRowsOptions<E extends Endpoint, Row, N extends string>
  extends NounWords<N, DeleteName>,
    Pick<WriteOptions<E>, 'invalidates'> {
  list: Pick<ListModel<Row>, 'rows' | 'asked'>
  /** Keep it stable. */
  rowId: (row: Row) => string
  nameOf(row: Row): string
  input(ids: string[]): Input<E>
}

interface DeleteRows<Row> {
  /** Asks about these; it stays the same. */
  ask(rows: readonly Row[]): void
  /** Rows can be selected, and what became of them is said: spread it into the list. */
  bulk: Pick<ResourceListProps<Row>, 'bulk' | 'result' | 'onResultClose'>
  /** Asks before they are deleted, and names them. */
  dialog: ReactNode
}

/** Deletes one or several rows of a list by one call, and says of each that stayed why. */
export function useDeleteRows<E extends Endpoint, Row, N extends string>(
  endpoint: E,
  options: DeleteRowsOptions<E, Row, N>,
): DeleteRows<Row> {
  const { noun, words, list, rowId, nameOf, input, invalidates } = options
  const { error } = useTexts()
  const { text } = useFormTexts()
  const [asked, ask] = useState<readonly Row[]>([])
  const [result, setResult] = useState<BulkResult | null>(null)
  const selection = useListSelection(list.rows, rowId, JSON.stringify(list.asked))
  const remove = useWrite(endpoint, { failure: handledByCaller, invalidates })
  const confirm = async () => {
    const names = new Map(asked.map(row => [rowId(row), nameOf(row)]))
    const sent = await remove.send(input([...names.keys()]))
    if (sent.kind !== 'done') return
    const failed = stayedOf(sent.output).map(({ id, reason = '' }) => ({
      id,
      reason,
      name: names.get(id) ?? id,
    }))
    const count = names.size - failed.length
    const parts = [
      ...(count > 0 || failed.length === 0 ? [words(`ui.${noun}.deleted`, { count })] : []),
      ...(failed.length > 0 ? [words(`ui.${noun}.deleteFailed`, { count: failed.length })] : []),
    ]
    setResult({ title: parts.join(', '), failed })
    ask([])
    selection.clear()
  }
  const latest = useRef(nameOf)
  latest.current = nameOf
  const rowLabel = useCallback((row: Row) => text('ui.selectNamed', { name: latest.current(row) }), [text])
  return {
    ask,
    bulk: {
      bulk: {
        selection,
        rowLabel,
        actions: (
          <Button icon={<Trash2 size={16} aria-hidden />} onClick={() => ask(selection.chosen)}>
            {words(`ui.${noun}.deleteMany`, { count: selection.chosen.length })}
          </Button>
        ),
      },
      result,
      onResultClose: () => setResult(null),
    },
    dialog: (
      <ConfirmDialog
        open={asked.length > 0}
        onClose={() => ask([])}
        onConfirm={() => void confirm()}
        title={words(`ui.${noun}.deleteTitle`, { count: asked.length })}
        text={words(`ui.${noun}.deleteText`)}
        losses={asked.map(nameOf)}
        confirmLabel={words(`ui.${noun}.deleteMany`, { count: asked.length })}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
        busy={remove.isPending}
        error={remove.error === null ? undefined : error(remove.error)}
      />
    ),
  }
}
