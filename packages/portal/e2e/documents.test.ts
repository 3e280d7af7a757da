import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { plainPdf } from '../../server/src/seed/documents.ts'
import { goInside, setUp } from './portal.ts'

const kit = setUp()

test('DOC-05, DOC-06, NAV-20 to NAV-22 a PDF is added, found with its first page, and downloaded as it came', async () => {
  const { page } = await kit.at('tenant', '/documents')
  const pdf = Buffer.from(plainPdf([['Stretching'], ['Page two']]))
  await page.getByRole('link', { name: 'Add document' }).click()
  await page
    .locator('[data-slot=file-input]')
    .setInputFiles({ name: 'stretching.pdf', mimeType: 'application/pdf', buffer: pdf })
  await page.getByRole('textbox', { name: 'Title' }).fill('Stretching')
  await page.getByRole('combobox', { name: 'Collections' }).click()
  await page.getByRole('option', { name: 'Start here' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create document' }).click()
  const picture = page.getByRole('img', { name: 'First page of Stretching' })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(480)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('stretching.pdf')
  expect(pdf.equals(await readFile(await download.path()))).toBe(true)
  await page.getByText('Download complete').waitFor()
  await goInside(page, '/collections')
  await page.getByRole('link', { name: 'Start here' }).click()
  await page.getByRole('button', { name: 'Remove Stretching' }).waitFor()
})
