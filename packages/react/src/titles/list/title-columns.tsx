import {
  type RecentPlays,
  type Title,
  type titleViewTexts,
  toCompletion,
  toNumber,
  toShare,
  toSourceSet,
} from '@kinora/core'
import type { Texts } from '../../kernel/message.ts'
import type { Dates } from '../../kernel/use-dates.ts'
import type { DataTableColumn } from '../../ui/table/data-table-columns.ts'
import { Thumbnail, TitleCell } from '../../ui/table/title-cell.tsx'
import { useVideoUpload } from '../../uploads/use-upload-state.ts'
import { toLength } from '../length.ts'
import { type NumberTexts, Spark } from '../numbers/recent-plays.tsx'
import type { TitleTexts } from '../texts.ts'
import { TitleBadgeIn } from '../title-badge.tsx'
import type { TitleColumnId } from './filters.ts'

/** Fields of a title that are changed in its row. */
export const cellFields = ['className', 'classCategoryId', 'channelId', 'scheduleDate'] as const
export type CellField = (typeof cellFields)[number]

export interface ColumnOptions {
  texts: TitleTexts
  titleHref: ((tag: string) => string) | undefined
  /** Prefix for media addresses of a server on another origin. */
  baseUrl: string
  day: Dates['day']
  /** Plays of the titles in sight, once they are known. */
  plays: ReadonlyMap<string, RecentPlays>
  numberTexts: NumberTexts
  viewTexts: Texts<keyof typeof titleViewTexts>
  /** What replaces a cell while it is changed; false where it can't be. */
  edit: (field: CellField) => Pick<DataTableColumn<Title>, 'edit' | 'hasDraft'> | false
}

/** Those that show the plays of the last days. */
export const playColumns: readonly TitleColumnId[] = ['plays', 'completion', 'minutes']

/** The columns are the product: cover and name, state, where it belongs, its length and its dates. */
export function titleColumns(options: ColumnOptions): DataTableColumn<Title>[] {
  return [...ownColumns(options), ...changeColumns(options), ...numberColumns(options)]
}

type Column = DataTableColumn<Title> & { id: TitleColumnId }

function ownColumns({ texts, titleHref, baseUrl, day, edit }: ColumnOptions): Column[] {
  const { text } = texts
  return [
    {
      id: 'name',
      header: text('field.className'),
      width: 194,
      grow: 9,
      sortable: true,
      ...edit('className'),
      cell: title => (
        <TitleCell
          href={titleHref?.(title.tag)}
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
      // "No file: upload one" on one line.
      width: 180,
      grow: 3,
      card: 'plain',
      cell: title => <BadgeHere title={title} texts={texts} />,
    },
    {
      id: 'category',
      header: text('field.classCategoryId'),
      ...edit('classCategoryId'),
      width: 104,
      grow: 4,
      cell: title => <Soft>{title.classCategory}</Soft>,
    },
    {
      id: 'channel',
      header: text('field.channelId'),
      ...edit('channelId'),
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
      // A laptop shows every column whole; other languages write longer dates.
      width: texts.locale === 'en' ? 116 : 136,
      align: 'end',
      sortable: true,
      cell: title => <Soft>{day(title.creationDate)}</Soft>,
    },
    {
      id: 'release',
      header: text('field.scheduleDate'),
      ...edit('scheduleDate'),
      width: 116,
      wideOnly: true,
      align: 'end',
      cell: title => <Soft>{day(title.scheduleDate)}</Soft>,
    },
  ]
}

/** Who changed it last, and when; the platform’s own work has no name. */
const changeColumns = ({ texts, viewTexts: { text }, day }: ColumnOptions): Column[] => [
  {
    id: 'changed',
    header: texts.text('ui.changedOn'),
    width: 116,
    align: 'end',
    isOptional: true,
    cell: title => <Soft>{day(title.updatedDate)}</Soft>,
  },
  {
    id: 'changedBy',
    header: text('ui.titles.changedBy'),
    width: 128,
    isOptional: true,
    cell: title => <Soft>{title.changedBy ?? ''}</Soft>,
  },
]

/** The last 30 days, from what reports keep; nothing is sorted by them, as no index could (decision 0121). */
function numberColumns({ numberTexts: { text, locale }, plays }: ColumnOptions): Column[] {
  const of = (title: Title, words: (row: RecentPlays) => string) => {
    const row = plays.get(title.tag)
    return <Soft>{row === undefined ? '' : words(row)}</Soft>
  }
  return [
    {
      id: 'plays',
      header: text('ui.numbers.recentPlays'),
      width: 148,
      align: 'end',
      isOptional: true,
      cell: title => {
        const row = plays.get(title.tag)
        if (row === undefined) return <Soft>{''}</Soft>
        return (
          <span className="kn-spark-cell">
            <Spark values={row.days} label={text('ui.numbers.spark', { count: row.plays })} />
            <span aria-hidden="true">{toNumber(row.plays, locale)}</span>
          </span>
        )
      },
    },
    {
      id: 'completion',
      header: text('ui.numbers.recentCompletion'),
      width: 148,
      align: 'end',
      isOptional: true,
      cell: title => of(title, row => toShare(toCompletion(row), locale)),
    },
    {
      id: 'minutes',
      header: text('ui.numbers.recentMinutes'),
      width: 132,
      align: 'end',
      isOptional: true,
      cell: title => of(title, row => toNumber(row.minutes, locale)),
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
