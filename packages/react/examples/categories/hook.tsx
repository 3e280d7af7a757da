import { type Kinora, KinoraRoot, useCategoryList } from '@kinora/react'

/** Your own markup: a nested list. */
function Categories() {
  const { rows, isLoading, error, mayChange } = useCategoryList()
  if (error) return <p role="alert">{error}</p>
  return (
    <ul aria-label="Categories" aria-busy={isLoading}>
      {rows.map(row => (
        <li key={row.categoryId}>
          {row.name.invariantText} {mayChange(row) ? null : <small>of the platform</small>}
          <ul>
            {row.subCategories.map(sub => (
              <li key={sub.subCategoryId}>{sub.name.invariantText}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

export default function CategoriesByHook({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <Categories />
    </KinoraRoot>
  )
}
