import { errorCodeOf, KinoraError, labels, taxonomyTexts, titles } from '@kinora/core'
import { useState } from 'react'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { useTexts } from '../kernel/message.ts'
import { useRead } from '../kernel/use-read.ts'

export interface DeleteLabelProps {
  id: string
  name: string
  tenantId: string
  onDeleted: (() => void) | undefined
}

/** API-41: deletes a label after saying how many titles lose it. */
export function DeleteLabel({ id, name, tenantId, onDeleted }: DeleteLabelProps) {
  const { text } = useTexts(taxonomyTexts)
  const [asked, setAsked] = useState(false)
  const uses = useRead(titles.search, { labelId: [id], take: 1 }, { enabled: asked })
  const count = uses.data?.totalRecords ?? 0
  return (
    <DeleteRow
      endpoint={labels.remove}
      input={{ tenantId, ids: [id] }}
      invalidates={['labels', 'titles', 'metadata']}
      onSuccess={({ data: [answer] }) => {
        if (answer?.status !== 200) throw new KinoraError(errorCodeOf(answer?.status))
      }}
      label={text('ui.label.delete')}
      name={name}
      losses={count === 0 ? [] : [text('ui.label.deleteUses', { count })]}
      onAsk={() => setAsked(true)}
      counting={uses.isFetching}
      onDeleted={onDeleted}
    />
  )
}
