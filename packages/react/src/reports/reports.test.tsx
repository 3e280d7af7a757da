import type { ReportSubscription } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Failure, never } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { billedPreview, daysPreview, noPreview, ReportsStory, rankedPreview } from './fixtures.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const file = { body: 'x', contentType: 'text/csv' }

describe('REPORT-01, NAV-04 the page of reports', () => {
  test('says what it shows as a sentence; the plot has its numbers in a table; rows as people read them', async () => {
    const { container } = await renderInRoot(<ReportsStory answers={{ preview: () => daysPreview }} />)
    const sentence = 'Content usage from 01 Nov 2026 to 30 Nov 2026 for all tenants'
    await expect.element(page.getByRole('heading', { level: 2, name: sentence })).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Plays by day' })).toBeVisible()
    await expect
      .element(page.getByRole('row', { name: /Kettlebell basics 0 .*1,400.*9,120\.25 61\.5 %/ }))
      .toBeVisible()
    await expect.element(page.getByText('These are the first 20 rows.', { exact: false })).toBeVisible()
    await page.getByText('Show the plot as a table').click()
    await expect.element(page.getByRole('row', { name: '02 Nov 2026 127' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page')
    expect(await findSerious(container)).toEqual([])
    await page.getByRole('combobox', { name: 'Report' }).click()
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['Tenant upload', 'Content usage', 'Billable users', 'Content provider usage'])
  })

  test('REPORT-03, C-118 choices stand in the address; an end before the start is said at once and nothing is asked', async () => {
    const asked: string[] = []
    const { container } = await renderInRoot(
      <ReportsStory
        answers={{ preview: () => rankedPreview }}
        asked="type=contentProviderUsage&from=2026-11-10&to=2026-11-20"
        onAsk={params => asked.push(params)}
      />,
    )
    await expect.element(page.getByText('Providers with the most minutes watched').first()).toBeVisible()
    await page.getByLabelText('To', { exact: true }).fill('2026-11-10')
    await expect.element(page.getByRole('heading', { name: /10 Nov 2026 to 10 Nov 2026/ })).toBeVisible()
    await page.getByLabelText('To', { exact: true }).fill('2026-11-09')
    await expect
      .element(page.getByText('The last day is before the first. Choose the same day or a later one.'))
      .toBeVisible()
    await expect.element(button('Download spreadsheet')).toBeDisabled()
    expect(await findSerious(container)).toEqual([])
    const to = page.getByLabelText('To', { exact: true })
    await to.fill('31 Nov 2026')
    await userEvent.keyboard('{Tab}')
    await expect.element(to).toHaveValue('31 Nov 2026')
    await expect.element(to).toHaveAccessibleDescription(/must be a date like 26 Nov 2026/)
    expect(asked.at(-1)).toContain('to=2026-11-09')
    await to.fill('2026-11-20')
    await page.getByRole('combobox', { name: 'Tenant' }).click()
    await page.getByRole('option', { name: 'Pulse House' }).click()
    await expect.element(page.getByRole('heading', { name: /Pulse House$/ })).toBeVisible()
    expect(asked.at(-1)).toBe('type=contentProviderUsage&from=2026-11-10&to=2026-11-20&tenant=pulse')
  })

  test('REPORT-04, REPORT-05, REPORT-08 a download says that it runs and ends, can be cancelled, and fails in the register’s words', async () => {
    let answer: () => typeof file | Failure | Promise<never> = never
    await renderInRoot(<ReportsStory answers={{ preview: () => daysPreview, tenant: () => answer() }} />)
    await button('Download spreadsheet').click()
    await expect.element(page.getByText('downloading report')).toBeVisible()
    await button('Cancel download').click()
    answer = () => new Failure(500)
    await button('Download spreadsheet').click()
    await expect
      .element(page.getByText("Report isn't downloaded yet for the selected dates, please try again."))
      .toBeVisible()
    answer = () => new Failure(404)
    await button('Download spreadsheet').click()
    await expect.element(page.getByText('No data found for the selected dates.')).toBeVisible()
    answer = () => file
    await button('Other formats').click()
    await page.getByRole('menuitem', { name: 'Download CSV' }).click()
    await expect.element(page.getByText('Download complete')).toBeVisible()
  })

  test('REPORT-05 nothing found, and a failure with its reason', async () => {
    const nothing = await renderInRoot(<ReportsStory answers={{ preview: () => noPreview }} />)
    await expect.element(page.getByText('No data found for the selected dates.')).toBeVisible()
    expect(await findSerious(nothing.container)).toEqual([])
    await nothing.unmount()
    await renderInRoot(<ReportsStory answers={{ preview: () => new Failure(403, 'Not for you.') }} />)
    await expect.element(page.getByRole('alert').getByText('Not for you.')).toBeVisible()
  })

  test('28.5 what is billed is asked for by the month, and stands in sight', async () => {
    const asked: string[] = []
    const { container } = await renderInRoot(
      <ReportsStory
        answers={{ preview: () => billedPreview }}
        asked="type=billableUser&from=2026-10-05&to=2026-10-20"
        onAsk={params => asked.push(params)}
      />,
    )
    await expect.element(page.getByRole('combobox', { name: 'From' })).toHaveTextContent('October 2026')
    const headers = () =>
      [...container.querySelectorAll('.kn-reports-rows th')].map(({ textContent }) => textContent)
    await expect.poll(() => headers().slice(0, 3)).toEqual(['Tenant', 'Month', 'Billable'])
    expect(await findSerious(container)).toEqual([])
    await button('Last quarter').click()
    await expect.element(button('Last quarter')).toHaveAttribute('aria-pressed', 'true')
    expect(asked.at(-1)).toMatch(
      /^type=billableUser&from=\d{4}-(01|04|07|10)-01&to=\d{4}-(03|06|09|12)-3[01]$/,
    )
  })

  test('28.6 what is billed is asked for of the last month, whatever days another report had', async () => {
    const asked: string[] = []
    await renderInRoot(
      <ReportsStory
        answers={{ preview: ({ type }) => (type === 'billableUser' ? billedPreview : daysPreview) }}
        asked="type=contentUsage&from=2026-01-05&to=2026-03-20"
        onAsk={params => asked.push(params)}
      />,
    )
    await page.getByRole('combobox', { name: 'Report' }).click()
    await page.getByRole('option', { name: 'Billable users' }).click()
    await expect.element(button('Last month')).toHaveAttribute('aria-pressed', 'true')
    expect(asked.at(-1)).toMatch(/^type=billableUser&from=(\d{4}-\d{2})-01&to=\1-(28|29|30|31)$/)
  })

  test('28.5 a report comes by mail every month until it is stopped, here or from the mail', async () => {
    let data: ReportSubscription[] = []
    const mail = { subscriptionId: 'm-1', type: 'billableUser', tenantId: null, tenantName: null } as const
    const answers = {
      preview: () => billedPreview,
      subscriptions: () => ({ data }),
      subscribe: () => {
        data = [mail]
        return mail
      },
      unsubscribe: () => {
        data = []
        return { status: 200 }
      },
    }
    const { container } = await renderInRoot(<ReportsStory answers={answers} asked="type=billableUser" />)
    await expect.element(button('Mail me this every month')).toBeVisible()
    const acts = button('Other formats').element().closest('.kn-reports-acts')
    expect(acts?.contains(button('Mail me this every month').element())).toBe(true)
    await button('Mail me this every month').click()
    await expect.element(page.getByText('Billable users, all tenants')).toBeVisible()
    expect(button('Mail me this every month').elements()).toEqual([])
    expect(await findSerious(container)).toEqual([])
    await button('Stop this mail: Billable users, all tenants').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop this mail' }).click()
    await expect.element(button('Mail me this every month')).toBeVisible()
    expect(data).toEqual([])
  })

  test('28.5 a link in the mail asks once more', async () => {
    const mail = { subscriptionId: 'm-1', type: 'billableUser', tenantId: null, tenantName: null } as const
    const answers = { preview: () => billedPreview, subscriptions: () => ({ data: [mail] }) }
    await renderInRoot(<ReportsStory answers={answers} asked="type=billableUser&stop=m-1" />)
    await expect.element(page.getByRole('alertdialog').getByText('Billable users, all tenants')).toBeVisible()
  })
})
