import type { ScheduledEvent } from '@kinora/core'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { kinoraAs, renderWith } from '../testing/platform.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { findSerious } from '../ui/testing.tsx'
import { ScheduleSpans, ScheduleToolbar, ScheduleZoom } from './calendar/calendar-bar.tsx'
import { ScheduleAgenda, ScheduleCalendar, ScheduleColumns } from './calendar/schedule-calendar.tsx'
import { ScheduleRoot } from './calendar/schedule-root.tsx'
import { Schedule, ScheduleFeed } from './schedule.tsx'

const columns = ([title, ...others]: readonly DataTableColumn<ScheduledEvent>[]) => [
  title!,
  { id: 'length', header: 'Minutes', width: 96, cell: (row: ScheduledEvent) => row.durationSecond / 60 },
  ...others.filter(({ id }) => id === 'when' || id === 'state'),
]

test('EMBED-02 a host makes of the list in a schedule what it makes of any list', async () => {
  const [onOpen, onMark] = [vi.fn(), vi.fn()]
  const rowActions = (row: ScheduledEvent) => [{ label: 'Mark', onSelect: () => onMark(row.eventId) }]
  const screen = await renderWith(
    await kinoraAs('tenant'),
    <Schedule
      view="list"
      columns={columns}
      rowActions={rowActions}
      bulkActions={({ count }) => <button type="button">Print {count}</button>}
      onOpen={onOpen}
      slots={{
        listToolbar: ours => <section aria-label="Find">{ours}</section>,
        listFoot: <p>Changes are live at once</p>,
      }}
      classNames={{ listToolbar: 'studio-bar' }}
    />,
  )
  const ride = screen.getByRole('row', { name: /Lunch ride/ })
  await expect.element(ride).toBeVisible()
  const heads = [...screen.container.querySelectorAll<HTMLElement>('th[data-column]')]
  expect(heads.map(({ dataset }) => dataset.column)).toEqual(['title', 'length', 'when', 'state'])
  await expect.element(screen.getByRole('region', { name: 'Find' }).getByRole('searchbox')).toBeVisible()
  expect(screen.container.querySelectorAll('.studio-bar')).toHaveLength(1)
  await expect.element(screen.getByText('Changes are live at once')).toBeVisible()
  expect(await findSerious(screen.container)).toEqual([])
  await ride.getByRole('checkbox').click()
  await expect.element(screen.getByRole('button', { name: 'Print 1' })).toBeVisible()
  await ride.getByRole('button', { name: /^Actions for/ }).click()
  await screen.getByRole('menuitem', { name: 'Mark' }).click()
  expect(onMark.mock.calls).toEqual([['event-lunch-ride']])
  await ride.getByRole('button', { name: 'Lunch ride' }).click()
  expect(onOpen.mock.calls).toEqual([['event-lunch-ride']])
})

test('EMBED-02 with an address of its own the name of an event is a link that a press follows', async () => {
  const onOpen = vi.fn()
  const rowHref = (id: string) => `#${id}`
  const screen = await renderWith(await kinoraAs('tenant'), <Schedule view="list" {...{ rowHref, onOpen }} />)
  const name = screen.getByRole('link', { name: 'Lunch ride' })
  await expect.element(name).toHaveAttribute('href', '#event-lunch-ride')
  const before = location.href
  await name.click()
  expect(location.hash).toBe('#event-lunch-ride')
  expect(onOpen).not.toHaveBeenCalled()
  history.replaceState(history.state, '', before)
})

test('EMBED-02 a bar of the calendar leaves the list its own, and each place of a list is filled', async () => {
  const kinora = await kinoraAs('tenant')
  const slots = {
    toolbar: <ScheduleToolbar className="studio-days" />,
    listEmpty: <p>Nothing planned</p>,
  }
  const classNames = { listEmpty: 'studio-empty', toolbar: 'studio-bar' }
  const screen = await renderWith(kinora, <Schedule {...{ slots, classNames }} />)
  await expect.element(screen.getByRole('row', { name: /Lunch ride/ })).toBeVisible()
  await expect.element(screen.getByRole('searchbox')).toBeVisible()
  expect(screen.container.querySelector('.studio-days, .studio-bar, .studio-empty')).toBeNull()
  expect(screen.getByText('Nothing planned').query()).toBeNull()
  await screen.getByText('Calendar', { exact: true }).click()
  await expect.poll(() => screen.container.querySelectorAll('.studio-days')).toHaveLength(1)
  await screen.unmount()
  const none = { status: 'inactive', type: 2 } as const
  const empty = await renderWith(kinora, <Schedule view="list" filter={none} {...{ slots, classNames }} />)
  await expect.element(empty.getByText('Nothing planned')).toBeVisible()
  expect(empty.container.querySelector('.studio-empty')).toHaveTextContent('Nothing planned')
})

test('EMBED-02 the agenda, the columns and the feed are parts, whatever the span of the calendar', async () => {
  const kinora = await kinoraAs('tenant')
  const screen = await renderWith(
    kinora,
    <ScheduleRoot>
      <ScheduleFeed />
      <ScheduleAgenda className="studio-week" />
    </ScheduleRoot>,
  )
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Friday live' }).first()).toBeVisible()
  expect(screen.container.querySelectorAll('.kn-agenda.studio-week')).toHaveLength(1)
  expect(await findSerious(screen.container)).toEqual([])
  await screen.getByRole('button', { name: 'Calendar feed' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await screen.unmount()
  const params = new URLSearchParams('span=agenda')
  const columns = await renderWith(
    kinora,
    <ScheduleRoot location={{ read: () => params, write: () => undefined }}>
      <ScheduleColumns />
    </ScheduleRoot>,
  )
  await expect.element(columns.getByRole('button', { name: /Friday live, Fri / }).first()).toBeVisible()
  expect(columns.container.querySelector('.kn-agenda')).toBeNull()
})

test('EMBED-02 the bar follows the columns and the agenda that a host draws by itself, whatever the span', async () => {
  const kinora = await kinoraAs('tenant')
  const drawn = { Columns: ScheduleColumns, Agenda: ScheduleAgenda, Both: ScheduleCalendar }
  function Week() {
    const [shown, show] = useState<keyof typeof drawn>('Columns')
    const Days = drawn[shown]
    const [params, write] = useState(() => new URLSearchParams('span=agenda'))
    return (
      <ScheduleRoot location={{ read: () => params, write }}>
        {(['Columns', 'Agenda', 'Both'] as const).map(name => (
          <button key={name} type="button" onClick={() => show(name)}>
            Draw {name}
          </button>
        ))}
        <ScheduleSpans />
        <ScheduleZoom />
        <Days />
      </ScheduleRoot>
    )
  }
  const screen = await renderWith(kinora, <Week />)
  const spans = () =>
    [...screen.container.querySelectorAll('.kn-segments button, .kn-segments label')].map(
      one => one.textContent,
    )
  const zoom = screen.getByRole('combobox', { name: 'Minutes per row' })
  await expect.element(screen.getByRole('button', { name: /Friday live, Fri / }).first()).toBeVisible()
  expect(spans()).toEqual(['Week', 'Day'])
  await expect.element(zoom).toBeVisible()
  await screen.getByText('Draw Agenda').click()
  await expect.poll(() => zoom.query()).toBeNull()
  expect(spans()).toEqual(['Week', 'Day'])
  await screen.getByText('Day', { exact: true }).click()
  await expect.poll(() => screen.container.querySelectorAll('.kn-agenda section')).toHaveLength(1)
  await screen.getByText('Draw Both').click()
  await expect.element(zoom).toBeVisible()
  expect(spans()).toEqual(['Week', 'Day', 'Agenda'])
})
