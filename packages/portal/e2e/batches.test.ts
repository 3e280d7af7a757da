import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { columns } from '@kinora/core/bulk'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Account, goInside, setUp } from './portal.ts'

const kit = setUp()
const names = columns.map(column => column.name)

/** A CSV with the template's header. */
function makeCsv(
  name: string,
  rows: Partial<Record<string, string>>[],
  header: readonly string[] = names,
): string {
  const path = join(kit.folder(), name)
  const lines = rows.map(row => header.map(column => row[column] ?? '').join(','))
  writeFileSync(path, `${[header.join(','), ...lines].join('\n')}\n`)
  return path
}

async function openList(account: Account): Promise<Page> {
  const { page } = await kit.at(account, '/media/bulkUpload')
  await page.getByRole('heading', { name: 'Bulk upload', level: 1 }).waitFor()
  return page
}

async function choose(page: Page, path: string): Promise<void> {
  await page.locator('[data-slot="file-input"]').setInputFiles(path)
}

describe('ROLE-20, NAV-66, NAV-68, BULK-09: who may upload in bulk', () => {
  test.each<Account>(['tenant', 'provider'])('%s reaches the list by the sidebar', async account => {
    const { page } = await kit.at(account, '/media/contentTitles')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bulk upload' }).click()
    await page.getByRole('link', { name: 'Autumn classes' }).waitFor()
  })

  test('an administrator is led home', async () => {
    const { page } = await kit.as('admin', { at: '/media/bulkUpload' })
    await page.waitForURL(`${kit.url()}/`)
    for (const path of ['/media/bulkUpload/add', '/media/bulkUpload/x/edit']) {
      await goInside(page, path)
      await page.waitForURL(`${kit.url()}/`)
    }
  })

  test('ROLE-16 a provider that is not enabled has no entry and reads why', async () => {
    const enable = (value: boolean) =>
      kit
        .platform()
        .deps.db.execute(sql`UPDATE providers SET is_bulk_upload_enabled = ${value} WHERE tag = 'ironside'`)
    await enable(false)
    try {
      const { page } = await kit.as('provider', { at: '/media/bulkUpload' })
      await page
        .getByText('This feature is not available for your account. Please submit a support ticket.')
        .waitFor()
      expect(await page.getByRole('link', { name: 'Bulk upload' }).count()).toBe(0)
    } finally {
      await enable(true)
    }
  })

  test('C-14 a batch of somebody else is not found', async () => {
    const { page } = await kit.at('provider', '/media/bulkUpload/demo-batch-tenant/edit')
    await page.getByText('Record not found').waitFor()
  })
})

describe('BULK-12, BULK-13: from the CSV to the titles', () => {
  test('the demo’s bulk upload is started, followed to its end, and its rows lead to their titles', async () => {
    const page = await openList('tenant')
    await page.getByRole('link', { name: 'Autumn classes' }).click()
    await page.waitForURL(/\/media\/bulkUpload\/demo-batch-tenant\/edit$/)
    await page.getByRole('button', { name: 'Process', exact: true }).click()
    await page.getByText('Bulk upload processing').waitFor()
    await page.getByText('2 of 3 rows done, 1 failed', { exact: true }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'pulse-autumn-3' })
    await expect.poll(() => row.innerText()).toMatch(/Refused[\s\S]*media\/not-there\.mp4/)
    await page.getByRole('link', { name: 'Five Minutes of Breath' }).click()
    await page.getByRole('heading', { name: 'Five Minutes of Breath', level: 1 }).waitFor()
  })

  test('BULK-07, BULK-11 what is wrong is shown by row and column before anything is sent; a good CSV becomes a batch', async () => {
    const page = await openList('provider')
    await page.getByRole('link', { name: 'Add bulk upload' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Template' }).click()
    await page.getByText('downloading template').waitFor()
    expect((await download).suggestedFilename()).toBe('bulk-upload-template.csv')
    await choose(page, makeCsv('foreign.csv', [{ name: 'x' }], ['id', 'name']))
    await page
      .getByText('Error: Data is in invalid format. Please correct the file and try again.')
      .first()
      .waitFor()
    await choose(
      page,
      makeCsv('mixed.csv', [
        { externalId: 'a', title: 'A', skill: '11' },
        { externalId: 'a', title: 'B' },
      ]),
    )
    await page.getByText('All 2 rows have errors').waitFor()
    const problems = page.getByRole('table', { name: 'Problems in the CSV' })
    await expect
      .poll(() => problems.getByRole('row').filter({ hasText: 'skill' }).first().innerText())
      .toMatch(/^2\s+a\s+skill/)
    await choose(page, makeCsv('winter.csv', [{ externalId: 'winter-1', title: 'Winter' }]))
    await page.getByText('1 row, no errors').waitFor()
    await page.getByRole('button', { name: 'Add bulk upload' }).click()
    await page.getByText('uploading file').waitFor()
    await page.waitForURL(/\/media\/bulkUpload\/[^/]+\/edit$/)
    await page.getByText('providers/ironside').first().waitFor()
  })

  test('BULK-06 by keyboard alone: the fields say what is missing, and Enter starts a batch', async () => {
    const page = await openList('provider')
    await page.getByRole('link', { name: 'Add bulk upload' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Notification email').fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Required Title' }).waitFor()
    await page.getByRole('link', { name: 'Notification email is not valid' }).waitFor()
    await page.getByRole('link', { name: 'Required File' }).waitFor()
    await page.goto(`${kit.url()}/media/bulkUpload/demo-batch-provider/edit`)
    await page.getByRole('button', { name: 'Process', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Bulk upload processing').waitFor()
    await page.getByText('2 of 3 rows done, 1 failed', { exact: true }).waitFor()
  })
})
