import type { AuditEntry } from '@kinora/core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { AuditLog } from './audit-log.tsx'

const entry: AuditEntry = {
  ...{
    entryId: 3,
    at: '2026-11-20T09:00:00',
    kind: 'change',
    userId: 'u',
    by: 'Ada',
    email: 'ada@x.test',
    role: 3,
  },
  ...{
    client: 'portal',
    address: null,
    keyId: null,
    keyName: null,
    externalId: null,
    externalName: null,
    noun: 'titles',
    row: 'yin',
    name: 'Yin & rest',
    nameNow: 'Yin and rest',
    sites: [],
    verb: 'update',
    version: 4,
  },
  ...{ tenantId: 'north', tenantName: 'Northwind', providerId: null, providerName: null },
  changes: [{ path: 'className', before: 'Yin', after: '<b>Yin & rest</b>' }],
}
const session = { ...entry, noun: 'session', name: null, nameNow: null, changes: [], version: 0 }
const data: AuditEntry[] = [
  entry,
  { ...session, entryId: 2, kind: 'refusal', verb: 'refused', row: 'playback.recount', address: '10.0.0.7' },
  {
    ...session,
    entryId: 1,
    kind: 'failedSignIn',
    verb: 'loginFailed',
    userId: '',
    by: '',
    email: null,
    role: null,
    row: '',
  },
]

test('C-99, F-2, ROLE-02 the audit log shows who did what, with old and new values in words, and keeps its filters in the address', async () => {
  const written: string[] = []
  const location = {
    read: () => new URLSearchParams(),
    write: (params: URLSearchParams) => void written.push(params.toString()),
  }
  const { container } = await renderInRoot(
    <StoryKinora answers={{ audit: { list: () => ({ data, totalRecords: 3, totalPages: 1, page: 1 }) } }}>
      <AuditLog location={location} backHref="/admin" rowHref={({ noun, row }) => `/${noun}/${row}`} />
    </StoryKinora>,
  )
  await expect.element(page.getByText('3 entries')).toBeVisible()
  await expect
    .element(page.getByRole('row', { name: /Ada.*Title Yin & rest edited.*Yin & rest.*Title.*Portal/ }))
    .toBeVisible()
  await expect
    .element(page.getByRole('row', { name: /Refused.*playback\.recount.*10\.0\.0\.7/ }))
    .toBeVisible()
  await expect.element(page.getByRole('row', { name: /Unknown account.*Sign-in failed/ })).toBeVisible()
  expect(await findSerious(container)).toEqual([])
  await expect
    .element(page.getByRole('link', { name: 'Yin & rest', exact: true }))
    .toHaveAttribute('href', '/titles/yin')
  await page.getByRole('button', { name: 'Title Yin & rest edited' }).click()
  const panel = page.getByRole('dialog', { name: 'Title Yin & rest edited' })
  await expect.element(panel.getByText('Name now')).toBeVisible()
  await expect
    .element(panel.getByRole('link', { name: 'Open Yin and rest' }))
    .toHaveAttribute('href', '/titles/yin')
  await expect.element(panel.getByText('Role', { exact: true })).toBeVisible()
  await expect.element(panel.getByText('CS', { exact: true })).toBeVisible()
  await expect.element(panel.getByText('Northwind')).toBeVisible()
  await expect.element(panel.getByText('Class name')).toBeVisible()
  await expect.element(panel.getByText('<b>Yin & rest</b>')).toBeVisible()
  expect(await findSerious(container)).toEqual([])
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Refusals' }).click()
  await page.getByLabelText('To', { exact: true }).fill('2026-11-20')
  expect(written).toEqual(['kind=refusal', 'until=2026-11-20'])
})

test('days whose last is before the first are told at the field', async () => {
  const location = {
    read: () => new URLSearchParams('since=2026-11-20&until=2026-11-19'),
    write: () => undefined,
  }
  await renderInRoot(
    <StoryKinora answers={{ audit: { list: () => ({ data: [], totalRecords: 0, totalPages: 0, page: 1 }) } }}>
      <AuditLog location={location} />
    </StoryKinora>,
  )
  const until = page.getByLabelText('To', { exact: true })
  await expect.element(until).toHaveAccessibleDescription('To must not be before From')
  await expect.element(until).toHaveAttribute('aria-invalid', 'true')
  await expect
    .element(page.getByRole('textbox', { name: 'From' }))
    .not.toHaveAttribute('aria-invalid', 'true')
})

test('WCAG 2.4.3 the panel of an entry, for which the rows become cards, gives the focus back to its row', async () => {
  const many = Array.from({ length: 60 }, (_, nth) => ({ ...entry, entryId: 60 - nth, name: `Class ${nth}` }))
  const list = () => ({ data: many, totalRecords: 60, totalPages: 1, page: 1 })
  const screen = await renderInRoot(
    <StoryKinora answers={{ audit: { list } }}>
      <div style={{ paddingInlineStart: 240 }}>
        <AuditLog />
      </div>
    </StoryKinora>,
  )
  const row = screen.getByRole('button', { name: 'Title Class 24 edited', exact: true })
  const scroller = () => screen.container.querySelector('.kn-table-scroll')!
  await expect
    .element(screen.getByRole('button', { name: 'Title Class 0 edited', exact: true }))
    .toBeVisible()
  scroller().scrollTo({ top: 20 * 56 })
  await expect.element(row).toBeVisible()
  row.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await expect.poll(() => scroller().clientWidth).toBeLessThan(640)
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(row).toHaveFocus()
})
