import { type Title, toSourceSet } from '@kinora/core'
import type { Dates } from '../../kernel/use-dates.ts'
import type { DataTableColumn } from '../../ui/table/data-table-columns.ts'
import { Thumbnail, TitleCell } from '../../ui/table/title-cell.tsx'
import { useVideoUpload } from '../../uploads/use-uploads.ts'
import { toLength } from '../length.ts'
import type { TitleTexts } from '../texts.ts'
import { TitleBadgeIn } from '../title-badge.tsx'

export interface ColumnOptions {
  texts: TitleTexts
  titleHref: (tag: string) => string
  /** Prefix for media addresses of a server on another origin. */
  baseUrl: string
  day: Dates['day']
}

/** The columns are the product: cover and name, state, where it belongs, its length and its dates. */
export function titleColumns({ texts, titleHref, baseUrl, day }: ColumnOptions): DataTableColumn<Title>[] {
  const { text } = texts
  return [
    {
      id: 'name',
      header: text('field.className'),
      width: 232,
      grow: 9,
      sortable: true,
      cell: title => (
        <TitleCell
          href={titleHref(title.tag)}
          lang={title.classLanguageCode ?? undefined}
          name={title.className || text('ui.titles.untitled')}
          detail={title.instructor === '' ? title.tag : `${title.instructor} · ${title.tag}`}
          media={<Cover address={title.imageLink && baseUrl + title.imageLink} />}
        />
      ),
    },
    {
      id: 'status',
      header: text('field.status'),
      width: 142,
      grow: 4,
      card: 'plain',
      cell: title => <BadgeHere title={title} texts={texts} />,
    },
    {
      id: 'category',
      header: text('field.classCategoryId'),
      width: 104,
      grow: 4,
      cell: title => <Soft>{title.classCategory}</Soft>,
    },
    {
      id: 'channel',
      header: text('field.channelId'),
      width: 120,
      grow: 5,
      cell: title => <Soft>{title.channelName}</Soft>,
    },
    {
      id: 'provider',
      header: text('field.providerId'),
      width: 112,
      grow: 4,
      cell: title => <Soft>{title.provider}</Soft>,
    },
    {
      id: 'duration',
      header: text('field.durationSecond'),
      width: 76,
      align: 'end',
      cell: title => <Soft>{title.durationSecond > 0 ? toLength(title.durationSecond) : ''}</Soft>,
    },
    {
      id: 'createdDate',
      header: text('field.creationDate'),
      width: 116,
      align: 'end',
      sortable: true,
      cell: title => <Soft>{day(title.creationDate)}</Soft>,
    },
    {
      id: 'release',
      header: text('field.scheduleDate'),
      width: 116,
      wideOnly: true,
      align: 'end',
      cell: title => <Soft>{day(title.scheduleDate)}</Soft>,
    },
  ]
}

/** E-5 rows 1 and 2: the upload of this browser comes first. */
function BadgeHere({ title, texts }: { title: Title; texts: TitleTexts }) {
  return <TitleBadgeIn beneath title={title} texts={texts} upload={useVideoUpload(title.tag)} />
}

/** A card leaves out what is empty. */
function Soft({ children }: { children: string }) {
  const isEmpty = children === ''
  return (
    <span className="kn-truncate" data-empty={isEmpty ? '' : undefined}>
      {isEmpty ? '—' : children}
    </span>
  )
}

function Cover({ address }: { address: string | null }) {
  return <Thumbnail src={address} srcSet={toSourceSet(address)} width={64} />
}
