import { Ellipsis, Pencil } from 'lucide-react'
import {
  Badge,
  type BadgeProps,
  type ColumnsMenuTexts,
  type DataTableColumn,
  IconButton,
  Menu,
  Thumbnail,
  TitleCell,
} from '../index.ts'

/** Sample rows for stories and tests of the table. */
export interface SampleRow {
  id: string
  name: string
  tag: string
  kind: string
  minutes: number
  level: number
  changed: string
  state: BadgeProps
  hue: number
}

const names = [
  'Morning Flow',
  'Power Spin',
  'Core Reset',
  'Hip Mobility',
  'Boxing Basics',
  'Deep Stretch',
  'Hill Climb',
]
const kinds = ['Yoga', 'Cycling', 'Pilates', 'Mobility', 'Boxing', 'Yoga', 'Running']
const states: BadgeProps[] = [
  { tone: 'positive', children: 'Published' },
  { tone: 'positive', children: 'Published' },
  { tone: 'info', children: 'Encoding 42%', progress: 0.42 },
  { children: 'Draft' },
  { tone: 'negative', children: 'Error', reason: 'The file ends in the middle of a frame.' },
  { tone: 'positive', children: 'Published' },
  { tone: 'warning', children: 'Incomplete' },
]

export function sampleRows(count: number): SampleRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    name: `${names[index % 7]}${index < 7 ? '' : ` ${Math.floor(index / 7) + 1}`}`,
    tag: `KN-${String(1042 + index * 7)}`,
    kind: kinds[index % 7] ?? '',
    minutes: 12 + ((index * 17) % 48),
    level: 1 + ((index * 3) % 10),
    changed: `${1 + ((index * 5) % 28)} Nov 2026`,
    state: states[index % 7] ?? { children: 'Draft' },
    hue: (index * 53) % 360,
  }))
}

function Cover({ hue, minutes }: { hue: number; minutes: number }) {
  const background = `linear-gradient(135deg, oklch(0.62 0.14 ${hue}), oklch(0.38 0.11 ${hue + 60}))`
  return (
    <Thumbnail
      corner={`${minutes}:00`}
      fallback={<span style={{ background, position: 'absolute', inset: 0 }} />}
    />
  )
}

export const sampleColumns: DataTableColumn<SampleRow>[] = [
  {
    id: 'name',
    header: 'Title',
    width: 280,
    grow: 3,
    sortable: true,
    cell: row => (
      <TitleCell
        media={<Cover hue={row.hue} minutes={row.minutes} />}
        name={row.name}
        detail={row.tag}
        href={`#${row.id}`}
      />
    ),
  },
  { id: 'state', header: 'Status', width: 148, grow: 1, cell: row => <Badge {...row.state} /> },
  { id: 'kind', header: 'Category', width: 120, grow: 1, sortable: true, cell: row => row.kind },
  {
    id: 'minutes',
    header: 'Duration',
    width: 100,
    align: 'end',
    sortable: true,
    cell: row => `${row.minutes} min`,
  },
  { id: 'level', header: 'Intensity', width: 100, align: 'end', sortable: true, cell: row => row.level },
  { id: 'changed', header: 'Changed', width: 130, grow: 1, sortable: true, cell: row => row.changed },
]

export const columnsMenu: ColumnsMenuTexts = {
  label: 'Columns',
  reset: 'Reset columns',
  compact: 'Compact rows',
  up: name => `Move ${name} up`,
  down: name => `Move ${name} down`,
  moved: ({ name, place, count }) => `${name} moved to ${place} of ${count}`,
  width: name => `Width of ${name}`,
}

export function SampleActions({ row }: { row: SampleRow }) {
  return (
    <span className="kn-row-actions">
      <span className="kn-hover-actions">
        <IconButton label={`Edit ${row.name}`} icon={<Pencil size={16} aria-hidden="true" />} />
      </span>
      <Menu
        trigger={
          <IconButton label={`Actions for ${row.name}`} icon={<Ellipsis size={16} aria-hidden="true" />} />
        }
        groups={[{ actions: [{ label: 'Edit' }, { label: 'Delete', tone: 'negative' }] }]}
      />
    </span>
  )
}
