import {
  type Category,
  type CategoryDraft,
  categories,
  checkCategory,
  newCategory,
  type TextsByLanguage,
  toLocalised,
  toTexts,
} from '@kinora/core'
import { useMemo } from 'react'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import type { CategoryReading } from './use-category.ts'

/** A category as its form holds it: each language of a text is a field of its own. */
export type CategoryValues = Pick<CategoryDraft, 'isPromoted' | 'imageLink' | 'bannerImageLink'> & {
  name: TextsByLanguage
  description: TextsByLanguage
}

export const categoryInvalidates = ['categories', 'metadata'] as const

export interface CategoryDraftOptions extends Pick<FormPageProps, 'onAdded' | 'onDirtyChange'> {
  reading: CategoryReading
  tenantId: string | undefined
}

/** CAT-01, CAT-07: the draft of a category, its checks and its saving. */
export function useCategoryDraft(options: CategoryDraftOptions): Draft<CategoryValues> {
  const { reading, tenantId, onAdded, onDirtyChange } = options
  const { category, refresh, tags } = reading
  const { text } = useFormTexts()
  const said = { invalidates: categoryInvalidates, failure: saidByCaller }
  const add = useWrite(categories.create, { ...said, success: text('success.itemSaved') })
  const change = useWrite(categories.update, { ...said, success: text('success.saved') })
  const stored = useMemo(() => toStored(category), [category])
  return useDraft<CategoryValues, { categoryId: string } | Category>({
    stored,
    check: values => checkCategory(toDraft(values), tags),
    save: (values, { changes, version }) =>
      category === undefined
        ? add.send({ tenantId, ...toDraft(values) })
        : change.send({ tenantId, categoryId: category.categoryId, ...toDraft(changes), version }),
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored: (answer, sent) => ('version' in answer ? toStored(answer) : { values: sent }),
    onSaved: answer => {
      if (category === undefined) onAdded?.(answer.categoryId)
    },
    onDirtyChange,
    keep: `categories ${tenantId ?? ''} ${category?.categoryId ?? 'new'}`,
  })
}

function toStored(category: Category | undefined): { values: CategoryValues; version?: number } {
  const { name, description, isPromoted, imageLink, bannerImageLink } = category ?? newCategory
  const values = {
    name: toTexts(name),
    description: toTexts(description),
    isPromoted,
    imageLink,
    bannerImageLink,
  }
  return category === undefined ? { values } : { values, version: category.version }
}

/** As the call takes it; an update has some of the fields. */
function toDraft<V extends Partial<CategoryValues>>({ name, description, ...rest }: V) {
  return {
    ...rest,
    ...(name && { name: toLocalised(name) }),
    ...(description && { description: toLocalised(description) }),
  } as Omit<V, 'name' | 'description'> & ToWire<V>
}
type ToWire<V> = { [K in keyof V & ('name' | 'description')]: CategoryDraft['name'] }
