import { storageKeys } from '@kinora/core'
import { columns } from '@kinora/core/bulk'
import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { memoryStore } from '../../src/adapters/storage.ts'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import BatchesExample from './index.tsx'

beforeAll(async () => void (await platformUrl()))

const header = columns.map(column => column.name)
const csv = (rows: string[][]) =>
  new File([[header, ...rows].map(cells => cells.join(',')).join('\n')], 'winter.csv', { type: 'text/csv' })
const row = (externalId: string, title: string, skill = '') =>
  header.map(name => ({ externalId, title, skill })[name] ?? '')

describe('BULK-06, BULK-07, BULK-13 example: bulk uploads', () => {
  test('checks a CSV by row and column, adds it, and follows it to its end', async () => {
    const host = await kinoraAs('provider')
    const token = host.store.getItem(storageKeys.token) ?? undefined
    const screen = await render(
      <BatchesExample
        baseUrl={await platformUrl()}
        getToken={() => token}
        store={memoryStore()}
        tabStore={memoryStore()}
      />,
    )
    await expect.element(screen.getByRole('link', { name: 'Autumn classes' })).toBeVisible()
    const input = () => screen.container.querySelector<HTMLInputElement>('[data-slot="file-input"]')!
    const choose = (file: File) => {
      const transfer = new DataTransfer()
      transfer.items.add(file)
      input().files = transfer.files
      input().dispatchEvent(new Event('change', { bubbles: true }))
    }
    choose(csv([row('example-1', 'One', '99'), row('example-2', 'Two')]))
    await expect.element(screen.getByText('1 of 2 rows have errors', { exact: false })).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /2 example-1 skill/ })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    choose(csv([row('example-1', 'One'), row('example-2', 'Two')]))
    await expect.element(screen.getByText('2 rows, no errors', { exact: false })).toBeVisible()
    await screen.getByRole('button', { name: 'Add bulk upload', exact: true }).click()
    await expect.element(screen.getByText('uploading file')).toBeVisible()
    await screen.getByRole('button', { name: 'Process', exact: true }).click()
    await expect.element(screen.getByText('2 of 2 rows done, 0 failed')).toBeVisible()
  })
})
