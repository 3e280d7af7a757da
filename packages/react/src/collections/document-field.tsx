import { documents, limits } from '@kinora/core'
import { useMemo } from 'react'
import { DraftField } from '../kernel/draft-field.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { useCollectionTexts } from './texts.ts'
import type { CollectionValues } from './use-collection.ts'

export interface DocumentFieldProps {
  draft: Pick<Draft<CollectionValues>, 'form' | 'fieldId'>
  tenantId: string
  label: string
}

/** COLL-13: the documents that a collection shows, chosen from those of the tenant. */
export function DocumentField({ draft, tenantId, label }: DocumentFieldProps) {
  const { text } = useCollectionTexts()
  const { data, isPending } = useRead(documents.list, { tenantId, take: -1 })
  const options = useMemo(
    () => (data?.data ?? []).map(({ documentId, title }) => ({ value: documentId, label: title })),
    [data],
  )
  return (
    <DraftField draft={draft} name="documentIds" label={label} help={text('ui.collections.documentsHelp')}>
      {({ value, set }) => (
        <MultiSelect
          value={value}
          onChange={set}
          options={options}
          limit={limits.list}
          loading={isPending}
          placeholder={text('ui.collections.addDocument')}
          removeLabel={option => text('ui.collections.removeDocument', { name: option.label })}
          searchLabel={text('ui.collections.searchDocuments')}
          emptyText={text('ui.noMatch')}
        />
      )}
    </DraftField>
  )
}
