import { toSourceSet } from '@kinora/core'
import { AddLink } from '../ui/frame/page-header.tsx'
import { ResourceList, type ResourceListProps } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Thumbnail, type ThumbnailProps } from '../ui/table/title-cell.tsx'
import type { NounWords } from './message.ts'
import { useKinora } from './provider.tsx'
import type { ListPageProps } from './use-resource-list.ts'

export interface RowListProps<Row, N extends string>
  extends NounWords<N, 'text' | 'add' | 'count' | 'emptyTitle' | 'emptyText'>,
    Omit<ResourceListProps<Row>, 'count' | 'empty'>,
    Pick<ListPageProps, 'addHref'> {
  /** Said where there are none; the noun's unless given. */
  emptyText?: string
}

/** The list of a noun, with the way to a new one; its texts are the noun's. */
export function RowList<Row, N extends string>(props: RowListProps<Row, N>) {
  const { noun, words, addHref, emptyText, actions, ...list } = props
  const add = <AddLink href={addHref}>{words(`ui.${noun}.add`)}</AddLink>
  return (
    <ResourceList
      text={words(`ui.${noun}.text`)}
      {...list}
      actions={
        <>
          {actions}
          {add}
        </>
      }
      count={count => words(`ui.${noun}.count`, { count })}
      empty={
        <EmptyState
          title={words(`ui.${noun}.emptyTitle`)}
          text={emptyText ?? words(`ui.${noun}.emptyText`)}
          actions={add}
        />
      }
    />
  )
}

export interface StoredPictureProps extends Omit<ThumbnailProps, 'src' | 'srcSet'> {
  /** As the row has it. */
  link: string | null | undefined
}

/** A picture of a row, in the width that is shown where the platform keeps several. */
export function StoredPicture({ link, ...look }: StoredPictureProps) {
  const { baseUrl } = useKinora()
  const address = link ? baseUrl + link : null
  return <Thumbnail {...look} src={address} srcSet={toSourceSet(address)} />
}
