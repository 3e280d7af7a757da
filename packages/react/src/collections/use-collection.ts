import {
  type Collection,
  type CollectionDraft,
  checkClasses,
  checkCollection,
  checkDeactivation,
  collections,
  type Issue,
  newCollection,
} from '@kinora/core'
import { useMemo } from 'react'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'

/** A collection as its form holds it. A new one has its classes in the draft, one that is stored changes them at once. */
export type CollectionValues = CollectionDraft & { titleTags: string[] }

/** The collection with its classes, upcoming ones too; nothing is read for a new one. */
export function useCollection(tenantId: string, tag: string | undefined) {
  const asked = { tenant: tenantId, tag: tag ?? '', upcoming: true }
  const reading = useRead(collections.view, asked, { enabled: tag !== undefined })
  return {
    reading,
    row: reading.data,
    refresh: () => reading.refetch({ throwOnError: true }).then(({ data }) => data),
  }
}

export interface CollectionDraftOptions extends Pick<FormPageProps, 'onAdded' | 'onDirtyChange'> {
  tenantId: string
  row: Collection | undefined
  refresh(): Promise<Collection | undefined>
}

/** COLL-02 to COLL-05, C-112: the draft of a collection, its checks and its saving. */
export function useCollectionDraft(options: CollectionDraftOptions): Draft<CollectionValues> {
  const { tenantId: tenant, row, refresh, onAdded, onDirtyChange } = options
  const { text } = useFormTexts()
  const told = { failure: saidByCaller, invalidates: ['collections', 'documents'] } as const
  const add = useWrite(collections.create, { ...told, success: text('success.itemSaved') })
  const change = useWrite(collections.update, { ...told, success: text('success.saved') })
  const stored = useMemo(() => toStored(row), [row])
  return useDraft<CollectionValues, { collectionTag: string } | Collection>({
    stored,
    check: values => checkValues(values, row),
    save: ({ titleTags, active, ...texts }, { changes, version }) =>
      row === undefined
        ? add.send({ tenant, ...texts, IsActive: active, titleTags })
        : change.send({
            tenant,
            tag: row.collectionTag,
            version,
            Name: changes.name,
            Description: changes.description,
            IsActive: changes.active,
            documentIds: changes.documentIds,
          }),
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored: (answer, sent) => ('version' in answer ? toStored(answer) : { values: sent }),
    keep: `collections ${tenant} ${row?.collectionTag ?? 'new'}`,
    onSaved: answer => {
      if (row === undefined) onAdded?.(answer.collectionTag)
    },
    onDirtyChange,
  })
}

/** Core's rules; what is wrong with the classes stands where the form has them. */
function checkValues({ titleTags, ...draft }: CollectionValues, row: Collection | undefined): Issue[] {
  const classes = row === undefined ? titleTags.length : row.collectionItems.length
  const isTurnedOn = draft.active && row?.active !== true
  return [
    ...checkCollection(draft),
    ...(row === undefined ? [] : checkDeactivation(row, draft.active)),
    ...(isTurnedOn ? checkClasses({ active: true, classes }) : []).map(issue => ({
      ...issue,
      path: 'titleTags',
    })),
  ]
}

function toStored(row: Collection | undefined): { values: CollectionValues; version?: number } {
  const { name, description, active, documentIds } = row ?? newCollection
  const values = { name, description, active, documentIds, titleTags: [] }
  return row === undefined ? { values } : { values, version: row.version }
}
