import { type Category, limits } from '@kinora/core'
import { Plus } from 'lucide-react'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { DraftImage } from '../kernel/draft-image.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import { LocalisedText } from '../kernel/localised-text.tsx'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import {
  CategoryGate,
  type CategoryReader,
  type CategoryReading,
  labelsOf,
  PromotedBadge,
  refusalOf,
  toConflict,
  toLanguages,
  useCategory,
  useCategoryDraft,
  useCategoryTexts,
} from './category.tsx'

export interface CategoryFormProps extends Omit<FormPageProps, 'onDeleted'> {
  /** Where a sub category's form is; without an id that of a new one. Keep it stable. */
  subHref?: (categoryId: string, subCategoryId?: string) => string
}

/** Adds or changes a category (CAT-01 to CAT-09, NAV-30); one that may only be seen shows what it holds. */
export function CategoryForm(props: CategoryFormProps) {
  return <CategoryGate>{by => <Loaded {...props} by={by} />}</CategoryGate>
}

function Loaded(props: CategoryFormProps & { by: CategoryReader }) {
  const { by, id, listHref } = props
  const { text } = useCategoryTexts()
  const form = useFormTexts()
  const reading = useCategory(by, id)
  const back = { href: listHref, label: text('ui.nav.categories') }
  if (!reading.isRead)
    return <FormState readings={reading.readings} back={back} missing={form.text('ui.form.rowMissing')} />
  return <Open key={id} {...props} reading={reading} back={back} />
}

interface OpenProps extends CategoryFormProps {
  by: CategoryReader
  reading: CategoryReading
  back: { href: string | undefined; label: string }
}

function Open({ by, reading, back, subHref, onAdded, onDirtyChange }: OpenProps) {
  const texts = useCategoryTexts()
  const { text } = texts
  const labels = labelsOf(texts)
  const draft = useCategoryDraft({ reading, tenantId: by.tenantId, onAdded, onDirtyChange })
  const { category, tags, mayChange } = reading
  const languages = toLanguages(tags, texts)
  const picture = { draft, removable: mayChange, disabled: !mayChange }
  // Tabs of a form that can't be changed could not be opened.
  const layout = mayChange ? undefined : 'columns'
  return (
    <DraftForm
      draft={draft}
      back={back}
      isNew={category === undefined}
      title={category?.name.invariantText ?? text('ui.categories.new')}
      badge={category && <PromotedBadge promoted={category.isPromoted} />}
      saveLabel={category ? undefined : text('ui.categories.create')}
      unusable={refusalOf(reading, texts)}
      conflict={toConflict(texts)}
    >
      <Card>
        <LocalisedText draft={draft} name="name" label={labels.name} languages={languages} layout={layout} />
        <LocalisedText
          draft={draft}
          name="description"
          label={labels.description}
          languages={languages}
          layout={layout}
          max={limits.description}
          multiline
          optional
        />
        <DraftField draft={draft} name="isPromoted" label={labels.isPromoted} group>
          {({ value, set }) => (
            <Switch
              label={text('ui.categories.promoted')}
              checked={value}
              onChange={event => set(event.target.checked)}
            />
          )}
        </DraftField>
      </Card>
      <Card>
        <DraftImage
          {...picture}
          name="imageLink"
          label={labels.imageLink}
          alt={labels.imageLink}
          kind="categoryImage"
          asset="categoryImage"
        />
        <DraftImage
          {...picture}
          name="bannerImageLink"
          label={labels.bannerImageLink}
          alt={labels.bannerImageLink}
          kind="categoryBanner"
          asset="categoryBanner"
        />
      </Card>
      <SubCategoryCard category={category} mayChange={mayChange} href={subHref} />
    </DraftForm>
  )
}

interface SubCategoryCardProps {
  /** Undefined while it is a new one. */
  category: Category | undefined
  mayChange: boolean
  href: ((categoryId: string, subCategoryId?: string) => string) | undefined
}

/** CAT-08: the sub categories of a category, with the way to their forms (NAV-31, NAV-32). */
function SubCategoryCard({ category, mayChange, href }: SubCategoryCardProps) {
  const { text } = useCategoryTexts()
  const add = mayChange && category && href && (
    <ButtonLink size="compact" href={href(category.categoryId)} icon={<Plus size={16} aria-hidden="true" />}>
      {text('ui.categories.subAdd')}
    </ButtonLink>
  )
  return (
    <Card title={text('ui.categories.subTitle')} actions={add}>
      <PlainTable
        label={text('ui.categories.subTitle')}
        rows={category?.subCategories ?? []}
        rowId={sub => sub.subCategoryId}
        columns={[
          {
            id: 'name',
            header: text('field.name'),
            wide: true,
            cell: sub => (
              <TitleCell
                href={category && href?.(category.categoryId, sub.subCategoryId)}
                name={sub.name.invariantText}
              />
            ),
          },
          {
            id: 'promoted',
            header: text('ui.categories.promotion'),
            cell: sub => <PromotedBadge promoted={sub.isPromoted} />,
          },
        ]}
        empty={
          <p className="kn-field-help">
            {text(category ? 'ui.categories.subNone' : 'ui.categories.subLater')}
          </p>
        }
      />
    </Card>
  )
}
