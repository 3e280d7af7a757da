import {
  type Category,
  type CategoryDraft,
  categories,
  checkCategory,
  limits,
  newCategory,
  type TextsByLanguage,
  toLocalised,
  toTexts,
} from '@kinora/core'
import { Plus } from 'lucide-react'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { DraftImage } from '../kernel/draft-image.tsx'
import { unlessHidden } from '../kernel/form-fields.ts'
import { LocalisedText } from '../kernel/localised-text.tsx'
import { type FormPageProps, type OpenRow, RowForm } from '../kernel/row-form.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
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

export interface CategoryFormProps
  extends Omit<FormPageProps<Exclude<keyof CategoryDraft, 'subCategories'>>, 'onDeleted'> {
  /** Where a sub category's form is; without an id that of a new one. Keep it stable. */
  subHref?: (categoryId: string, subCategoryId?: string) => string
}

/** Adds or changes a category (CAT-01 to CAT-09, NAV-30); one that may only be seen shows what it holds. */
export function CategoryForm(props: CategoryFormProps) {
  return <CategoryGate>{by => <OfReader {...props} by={by} />}</CategoryGate>
}

function OfReader({ by, subHref, ...props }: CategoryFormProps & { by: CategoryReader }) {
  const { text } = useCategoryTexts()
  const reading = useCategory(by, props.id)
  return (
    <RowForm
      {...props}
      noun="categories"
      words={text}
      nameOf={row => row.name.invariantText}
      calls={categories}
      idKey="categoryId"
      history="categories"
      tenantId={by.tenantId}
      start={start}
      toValues={toValues}
      toInput={toInput}
      check={values => checkCategory(toInput(values) as CategoryDraft, reading.tags)}
      needs={reading.readings}
      invalidates={categoryInvalidates}
    >
      {open => <Fields {...open} reading={reading} subHref={subHref} />}
    </RowForm>
  )
}

/** A category as its form holds it: each language of a text is a field of its own. */
type CategoryValues = Pick<CategoryDraft, 'isPromoted' | 'imageLink' | 'bannerImageLink'> & {
  name: TextsByLanguage
  description: TextsByLanguage
}

const toValues = (row: Omit<CategoryDraft, 'subCategories'>): CategoryValues => ({
  name: toTexts(row.name),
  description: toTexts(row.description),
  isPromoted: row.isPromoted,
  imageLink: row.imageLink,
  bannerImageLink: row.bannerImageLink,
})
const start = toValues(newCategory)

const toInput = ({ name, description, ...rest }: Partial<CategoryValues>): Partial<CategoryDraft> => ({
  ...rest,
  ...(name && { name: toLocalised(name) }),
  ...(description && { description: toLocalised(description) }),
})

interface FieldsProps extends OpenRow<CategoryValues, Category>, Pick<CategoryFormProps, 'subHref'> {
  reading: CategoryReading
}

function Fields({ row: category, page, reading, subHref }: FieldsProps) {
  const texts = useCategoryTexts()
  const labels = labelsOf(texts)
  const { tags, mayChange } = reading
  const { draft } = page
  const languages = toLanguages(tags, texts)
  const picture = { draft, removable: mayChange, disabled: !mayChange }
  // Tabs of a form that can't be changed could not be opened.
  const layout = mayChange ? undefined : 'columns'
  return (
    <DraftForm
      {...page}
      badge={unlessHidden(
        draft.fields,
        'isPromoted',
        category && <PromotedBadge promoted={category.isPromoted} />,
      )}
      unusable={refusalOf(reading, texts)}
      labels={path => labelOf(path, texts, category)}
    >
      <Card>
        <LocalisedText draft={draft} name="name" languages={languages} layout={layout} />
        <LocalisedText
          draft={draft}
          name="description"
          languages={languages}
          layout={layout}
          max={limits.description}
          multiline
          optional
        />
        <DraftSwitch
          draft={draft}
          name="isPromoted"
          label={labels.isPromoted}
          word={isOn => <PromotedWord promoted={isOn} />}
        />
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
