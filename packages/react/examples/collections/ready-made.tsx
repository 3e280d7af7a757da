import type { Collection } from '@kinora/core'
import { CollectionList, type DataTableColumn, type Kinora, KinoraRoot } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

const columns = (ours: readonly DataTableColumn<Collection>[]): DataTableColumn<Collection>[] => [
  ...ours.filter(({ id }) => id !== 'featured' && id !== 'classOfDay'),
  { id: 'documents', header: 'Documents', width: 110, align: 'end', cell: row => row.documentIds.length },
]

/** The collections that members see, which your page opens. */
export default function ReadyMadeCollections({ kinora }: { kinora: Kinora }) {
  const [opened, setOpened] = useState<Collection>()
  return (
    <KinoraRoot kinora={kinora}>
      <h1>Our collections</h1>
      <p role="status">{opened && `Opened ${opened.name}`}</p>
      <CollectionList heading={null} filter={{ state: 'Active' }} columns={columns} onOpen={setOpened} />
    </KinoraRoot>
  )
}
