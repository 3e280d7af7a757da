import { type Title, TitleStatus } from '@kinora/core'
import {
  Button,
  type ChosenRows,
  type DataTableColumn,
  type Kinora,
  KinoraRoot,
  TitleList,
} from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** Your own data about a title, by its tag. */
const codeOf = ({ tag }: Pick<Title, 'tag'>) => `GYM-${tag.slice(-4).toUpperCase()}`

/** Beside the name your own column, and no provider. Outside of the component: rows are drawn again when it changes. */
const columns = ([name, ...others]: readonly DataTableColumn<Title>[]): DataTableColumn<Title>[] => [
  name!,
  { id: 'code', header: 'Code', width: 120, cell: codeOf },
  ...others.filter(({ id }) => id !== 'provider'),
]

/** Titles that are published, with a code of your own, and acts of your own on one and on many. */
export default function ReadyMadeTitles({ kinora }: { kinora: Kinora }) {
  const [said, setSaid] = useState('')
  const [rowActions] = useState(() => (title: Title) => [
    { label: 'Show code', onSelect: () => setSaid(`The code is ${codeOf(title)}`) },
  ])
  const bulkActions = ({ rows, count }: ChosenRows<Title>) => (
    <Button size="compact" onClick={() => setSaid(rows ? rows.map(codeOf).join(', ') : `All ${count}`)}>
      List codes
    </Button>
  )
  return (
    <KinoraRoot kinora={kinora}>
      <p role="status">{said}</p>
      <TitleList
        heading="Published classes"
        filter={{ status: String(TitleStatus.Published) }}
        columns={columns}
        rowActions={rowActions}
        bulkActions={bulkActions}
        onOpen={title => setSaid(`Opened ${title.className}`)}
        slots={{ actions: null, foot: pages => <footer>{pages}</footer> }}
        classNames={{ toolbar: 'studio-bar' }}
      />
    </KinoraRoot>
  )
}
