import { describe, expect, test } from 'vitest'
import { setUp } from './portal.ts'

const kit = setUp()

describe('REPORT-01, REPORT-08 reports in the portal', () => {
  test('NAV-04 what the demo was played, by keyboard: seen, narrowed to a provider’s report, saved as a spreadsheet', async () => {
    const { page, complaints } = await kit.at('admin', '/admin/report')
    await page.getByRole('img', { name: 'Plays by day' }).waitFor()
    await page.getByRole('combobox', { name: 'Report' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Content provider usage' }).waitFor()
    await page.keyboard.type('Content prov')
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'Providers with the most minutes watched' }).waitFor()
    expect(new URL(page.url()).searchParams.get('type')).toBe('contentProviderUsage')
    await page.getByRole('button', { name: 'Download spreadsheet' }).focus()
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    // The last 30 days are a whole month on some days.
    expect(download.suggestedFilename()).toMatch(/^OnDemandTrackingReport(_\d{4}-\d{2})*\.xlsx$/)
    await page.getByText('Download complete').waitFor()
    expect(complaints).toEqual([])
  })
})
