import type { Category } from '@kinora/core'
import { CategoryList, type DataTableColumn, type Kinora, KinoraRoot } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

const columns = (ours: readonly DataTableColumn<Category>[]) =>
  ours.filter(({ id }) => id === 'title' || id === 'subCategories')

/** Names and sub categories alone; a category is opened by your page. */
export default function ReadyMadeCategories({ kinora }: { kinora: Kinora }) {
  const [opened, setOpened] = useState<Category>()
  return (
    <KinoraRoot kinora={kinora}>
      <p role="status">{opened && `Opened ${opened.name.invariantText}`}</p>
      <CategoryList heading="Kinds of training" columns={columns} onOpen={setOpened} />
    </KinoraRoot>
  )
}
