import {
  type Category,
  categories,
  checkSubCategory,
  type SubCategory,
  type TextsByLanguage,
  toLocalised,
  toTexts,
} from '@kinora/core'
import { useMemo } from 'react'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { shownIssues, unlessHidden } from '../kernel/form-fields.ts'
import { FormPart } from '../kernel/form-state.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import { LocalisedText } from '../kernel/localised-text.tsx'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Card } from '../ui/form/split-form.tsx'
import {
  CategoryGate,
  type CategoryReader,
  type CategoryReading,
  categoryInvalidates,
  labelOf,
  labelsOf,
  PromotedBadge,
  PromotedWord,
  refusalOf,
  toLanguages,
  useCategory,
  useCategoryTexts,
} from './category.tsx'

export interface SubCategoryFormProps
  extends Omit<FormPageProps<'name' | 'isPromoted'>, 'onDeleted' | 'listHref'> {
  categoryId: string
  /** The form of its category. */
  categoryHref?: string
}

/** Adds or changes a sub category of a category (CAT-08, NAV-31, NAV-32). */
export function SubCategoryForm(props: SubCategoryFormProps) {
  return <CategoryGate>{by => <Loaded {...props} by={by} />}</CategoryGate>
}

function Loaded(props: SubCategoryFormProps & { by: CategoryReader }) {
  const { by, id, categoryId, categoryHref, className, rootRef } = props
  const { text } = useCategoryTexts()
  const reading = useCategory(by, categoryId)
  const { category, isRead, readings } = reading
  const label = category?.name.invariantText ?? text('ui.nav.categories')
  const back = { href: categoryHref, label }
  const sub = category?.subCategories.find(each => each.subCategoryId === id)
  const isThere = id === undefined || sub !== undefined
  return (
    <FormPart part="sub-categories-form" {...{ className, rootRef, readings, back }}>
      {isRead && category && isThere && (
        <Open key={id} {...props} reading={reading} category={category} sub={sub} back={back} />
      )}
    </FormPart>
  )
}

interface OpenProps extends SubCategoryFormProps {
  by: CategoryReader
  reading: CategoryReading
  category: Category
  /** Undefined while it is a new one. */
  sub: SubCategory | undefined
  back: { href: string | undefined; label: string }
}

function Open(props: OpenProps) {
  const { reading, sub, back } = props
  const texts = useCategoryTexts()
  const { text } = texts
  const labels = labelsOf(texts)
  const draft = useSubCategoryDraft(props)
  return (
    <DraftForm
      draft={{ ...draft, look: props }}
      back={back}
      isNew={sub === undefined}
      title={sub ? unlessHidden(draft.fields, 'name', sub.name.invariantText) : text('ui.categories.subNew')}
      badge={unlessHidden(draft.fields, 'isPromoted', sub && <PromotedBadge promoted={sub.isPromoted} />)}
      saveLabel={sub ? undefined : text('ui.categories.subCreate')}
      unusable={refusalOf(reading, texts)}
      labels={path => labelOf(path, texts)}
    >
      <Card>
        <LocalisedText
          draft={draft}
          name="name"
          languages={toLanguages(reading.tags, texts)}
          layout={reading.mayChange ? undefined : 'columns'}
        />
        <DraftSwitch
          draft={draft}
          name="isPromoted"
          label={labels.isPromoted}
          word={isOn => <PromotedWord promoted={isOn} />}
        />
      </Card>
    </DraftForm>
  )
}

interface SubCategoryValues {
  name: TextsByLanguage
  isPromoted: boolean
}

/** CAT-07, CAT-08: written through its category, whose version counts for it too. */
function useSubCategoryDraft(props: OpenProps): Draft<SubCategoryValues> {
  const { by, reading, category, sub, fields, defaults, onAdded, onDirtyChange } = props
  const { categoryId } = category
  const { tenantId } = by
  const { text } = useFormTexts()
  const save = useWrite(categories.update, {
    invalidates: categoryInvalidates,
    failure: handledByCaller,
    success: text(sub === undefined ? 'success.itemSaved' : 'success.saved'),
  })
  const subCategoryId = sub?.subCategoryId
  const stored = useMemo(() => {
    const { values, version } = toStored(category, subCategoryId)
    return {
      values:
        subCategoryId === undefined ? { ...values, ...(defaults as Partial<SubCategoryValues>) } : values,
      version,
    }
  }, [category, subCategoryId, defaults])
  const draft: Draft<SubCategoryValues> = useDraft<SubCategoryValues, Category>({
    stored,
    fields,
    check: ({ name }) => shownIssues(checkSubCategory({ name: toLocalised(name) }, reading.tags), fields),
    save: ({ name, isPromoted }, { version }) =>
      save.send({
        tenantId,
        categoryId,
        version,
        subCategories: [{ subCategoryId, name: toLocalised(name), isPromoted }],
      }),
    refresh: () => reading.refresh().then(fresh => fresh && toStored(fresh, subCategoryId)),
    toStored: (answer, sent) =>
      subCategoryId === undefined
        ? { values: sent, version: answer.version }
        : toStored(answer, subCategoryId),
    onSaved(answer) {
      const known = new Set(category.subCategories.map(each => each.subCategoryId))
      const made = answer.subCategories.findLast(each => !known.has(each.subCategoryId))
      if (subCategoryId === undefined && made !== undefined) onAdded?.(made.subCategoryId)
    },
    onDirtyChange,
    keep: `categories ${tenantId ?? ''} ${categoryId} ${subCategoryId ?? 'new'}`,
  })
  return draft
}

function toStored({ subCategories, version }: Category, id: string | undefined) {
  const sub = subCategories.find(each => each.subCategoryId === id)
  const name = sub === undefined ? { invariantText: '' } : toTexts(sub.name)
  return { values: { name, isPromoted: sub?.isPromoted ?? false }, version }
}
