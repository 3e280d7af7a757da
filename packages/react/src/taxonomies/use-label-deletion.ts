import { errorCodeOf, KinoraError, labels, titles } from '@kinora/core'
import { useState } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import type { DeleteButtonProps } from '../ui/form/delete-button.tsx'
import { useTaxonomyTexts } from './texts.ts'

interface Deletion {
  id: string | undefined
  name: string
  tenantId: string
  onDeleted: (() => void) | undefined
}

/** API-41: deletes a label after saying how many titles lose it. */
export function useLabelDeletion({ id = '', name, tenantId, onDeleted }: Deletion): DeleteButtonProps {
  const { text, error } = useTaxonomyTexts()
  const [asked, setAsked] = useState(false)
  const uses = useRead(titles.search, { labelId: [id], take: 1 }, { enabled: asked })
  const remove = useWrite(labels.remove, {
    invalidates: ['labels', 'titles', 'metadata'],
    success: text('ui.label.deleted'),
    failure: saidByCaller,
    onSuccess({ data: [answer] }) {
      if (answer?.status !== 200) throw new KinoraError(errorCodeOf(answer?.status))
    },
  })
  const count = uses.data?.totalRecords ?? 0
  return {
    label: text('ui.label.delete'),
    title: text('ui.label.deleteTitle', { name }),
    text: text('ui.label.deleteText'),
    losses: count === 0 ? [] : [text('ui.label.deleteUses', { count })],
    confirmLabel: text('ui.label.delete'),
    cancelLabel: text('ui.cancel'),
    closeLabel: text('ui.close'),
    onAsk: () => setAsked(true),
    busy: uses.isFetching || remove.pending,
    error: remove.error === null ? undefined : error(remove.error),
    async onDelete() {
      const { kind } = await remove.send({ tenantId, ids: [id] })
      if (kind === 'done') onDeleted?.()
      return kind === 'done'
    },
  }
}
