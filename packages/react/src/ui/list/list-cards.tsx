import type { ReactNode } from 'react'
import { Skeleton } from '../status/skeleton.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { CardGrid, type CardGridProps } from './card-grid.tsx'
import { useListRoot } from './list-context.ts'
import { ListContent } from './list-parts.tsx'

export interface ListCardsProps<Row> extends Pick<CardGridProps<Row>, 'label' | 'size'> {
  /** What stands on a card, such as a `Tile`; `menu` is that of the row. */
  card: (row: Row, menu: ReactNode) => ReactNode
  /** Shown while there are no rows at all. */
  empty?: ReactNode
}

/** The rows as cards, with their boxes and menus; in place of them why there are none. */
export function ListCards<Row>({ label, size, card, empty }: ListCardsProps<Row>) {
  const { list, rowId, selection, end, named } = useListRoot<Row>()
  const { asked, rows, total, texts } = list
  return (
    <ListContent empty={empty}>
      {rows.length === 0 ? (
        <>
          <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
          <Skeleton height={320} />
        </>
      ) : (
        <CardGrid
          {...{ label, size, rows, rowId, selection, total }}
          offset={Math.max(0, asked.page * asked.take)}
          query={JSON.stringify(asked)}
          card={row => named(row, card(row, end?.render(row)))}
        />
      )}
    </ListContent>
  )
}
