import type { Category } from '@kinora/core'
import { Plus } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { PromotedBadge } from './promoted-badge.tsx'
import { useCategoryTexts } from './texts.ts'

export interface SubCategoryCardProps {
  /** Undefined while it is a new one. */
  category: Category | undefined
  mayChange: boolean
  href: ((categoryId: string, subCategoryId?: string) => string) | undefined
}

/** CAT-08: the sub categories of a category, with the way to their forms (NAV-31, NAV-32). */
export function SubCategoryCard({ category, mayChange, href }: SubCategoryCardProps) {
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
            header: text('ui.categories.name'),
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
