import { isClubOnly } from '@kinora/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apiAs } from './addresses.ts'
import { expectJob } from './anchors.ts'
import { type Counted, counted } from './counted.ts'
import { type Account, hears, settled, setUp } from './portal.ts'

const kit = setUp()

const begin = async (account: Account): Promise<Counted> => counted((await kit.fresh(account)).page)
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const link = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('link', { name, exact: typeof name === 'string' })
    .first()
/** A tab of a section, which stands in the header. */
const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const secret = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}`)).first()
const picker = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const html = {
  name: 'terms.en-GB.html',
  mimeType: 'text/html',
  buffer: Buffer.from('<h1>Terms</h1>'),
}

/** Customer support acts for a tenant, chosen on the page or in the header. */
async function actFor(job: Counted, name: string): Promise<void> {
  await job.pick(job.page.getByRole('combobox', { name: 'Tenant' }).first(), new RegExp(name))
  await job.page.getByText('Please choose a tenant to start.').waitFor({ state: 'detached' })
  await settled(job.page)
}

/** From the start: the tenant is chosen, the member is opened by name. */
async function findMember(job: Counted, name: string): Promise<void> {
  const { page } = job
  await actFor(job, 'Pulse House')
  await page.getByRole('button', { name: 'Search and actions' }).waitFor()
  await job.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await job.type(name)
  await page.getByRole('option', { name }).first().waitFor()
  await job.press('Enter')
  await heading(page, name)
}

describe('28.6 §4 customers', () => {
  test('a tenant from nothing to live', async () => {
    const job = await begin('support')
    const { page } = job
    await actFor(job, 'Pulse House')
    await job.click(menu(page, 'Tenants'))
    await job.click(link(page, 'Add tenant'))
    await job.fill(field(page, 'Name'), 'North Gym')
    await job.fill(field(page, 'Customer number'), 'K-77')
    await job.search(picker(page, 'Time zone'), 'Berlin', /Berlin/)
    await job.pick(picker(page, 'Products'), 'Web')
    await job.press('Escape')
    await job.search(picker(page, 'Supported languages'), 'United Kingdom', /United Kingdom/)
    await job.press('Escape')
    await job.click(button(page, 'Create tenant'))
    await heading(page, 'North Gym')

    await job.click(link(page, /^Settings of the web player/))
    await heading(page, /^North Gym/)
    await job.fill(field(page, 'Web player URL'), 'https://north.example')
    await job.fill(field(page, 'Landing page access link'), 'https://north.example/join')
    await job.fill(field(page, 'Project id'), 'north-1')
    await job.fill(field(page, 'Localytics web id'), 'loc-1')
    await job.click(page.getByRole('checkbox', { name: 'Stripe' }))
    await job.fill(secret(page, 'Secret key'), 'sk_test_1')
    await job.fill(secret(page, 'Webhook secret'), 'whsec_1')
    await job.fill(field(page, 'Publishable key'), 'pk_test_1')
    await job.fill(field(page, 'Plan id'), 'price_1')
    await job.pick(picker(page, 'Locked content'), 'Show popup')
    await job.fill(field(page, 'Subscription items on the home page'), '3')
    await job.click(button(page, 'Save'))

    await hears(page, 'saved')
    await job.click(tab(page, 'Site terms'))
    await job.fill(field(page, 'Title'), 'Terms 2026')
    await job.choose(button(page, 'Choose files Files by language'), html)
    await job.click(button(page, 'Upload terms'))
    await page.getByText('Version 1', { exact: true }).waitFor()

    await job.click(tab(page, 'Publishing'))
    await job.click(page.getByRole('checkbox', { name: 'Publish: Ironside Strength' }))
    await job.click(button(page, 'Review'))
    await job.click(page.getByRole('alertdialog').getByRole('button', { name: 'Publish 1 change' }))
    await page.getByRole('region', { name: 'Result' }).waitFor()

    await actFor(job, 'North Gym')
    await job.click(menu(page, 'General settings'))
    await job.fill(field(page, 'App title'), 'North Gym')
    await job.fill(field(page, 'Contact e-mail'), 'hello@north.example')
    await job.click(button(page, 'Save'))
    await hears(page, 'saved')
    await job.click(menu(page, 'Collections'))
    await job.click(link(page, 'Add collection'))
    await job.fill(field(page, 'Name'), 'Start here')
    await job.fill(field(page, 'Description'), 'For the first week.')
    await job.click(page.getByRole('switch', { name: /Active/ }))
    await job.click(button(page, 'Add classes'))
    await job.click(page.getByRole('option').first())
    await page.getByRole('heading', { level: 2, name: '1 class' }).waitFor()
    await job.click(button(page, 'Create collection'))
    await heading(page, 'Start here')
    const api = await apiAs(kit.url(), 'support')
    expect(await api.readiness.view({ tenantId: 'northgym' })).toMatchObject({ isReady: true })
    expectJob('6', job.tally())
  })

  test('two channels for every tenant', async () => {
    const job = await begin('admin')
    const { page } = job
    await job.click(menu(page, 'Channels'))
    await job.click(tab(page, 'Publishing'))
    await job.click(page.getByRole('checkbox', { name: 'Lumen Flow to all tenants' }))
    await job.click(page.getByRole('checkbox', { name: 'Tempo Ride Studio to all tenants' }))
    await job.click(button(page, 'Review'))
    await job.click(page.getByRole('alertdialog').getByRole('button', { name: /^Publish \d+ changes$/ }))
    await page.getByRole('region', { name: 'Result' }).waitFor()
    expectJob('7', job.tally())
  })
})

describe('28.6 §3 the week', () => {
  /** The schedule as whoever works with it finds it again: as a calendar. */
  const openWeek = async () => {
    const { page } = await kit.fresh('tenant', { at: '/schedule' })
    await button(page, 'Calendar').click()
    await settled(page)
    await menu(page, 'Home').click()
    await settled(page)
    const job = await counted(page)
    await job.click(menu(page, 'Schedule'))
    await job.click(button(page, 'Next'))
    return job
  }
  const block = (page: Page, name: RegExp) =>
    page.locator('button.kn-event').and(page.getByRole('button', { name })).first()

  test('a class of a series is cancelled for one date', async () => {
    const job = await openWeek()
    const { page } = job
    await job.click(block(page, /Lunch ride, Tue/))
    await job.click(button(page, 'Cancel this date'))
    await page.getByRole('button', { name: 'Restore' }).first().waitFor()
    expectJob('8a', job.tally())
  })

  test('one class of a series is moved', async () => {
    const job = await openWeek()
    const { page } = job
    await job.drag(block(page, /Lunch ride, Thu/), { x: 0, y: 90 })
    await job.click(page.getByRole('alertdialog').getByRole('button', { name: 'Move' }))
    await page.getByRole('button', { name: 'Undo' }).first().waitFor()
    expectJob('8b', job.tally())
  })
})

describe('28.6 §2, §4 collections and reports', () => {
  /** Every channel at one tenant, so that there are twelve classes to choose from. */
  const publishAll = async (tenantId: string) => {
    const api = await apiAs(kit.url(), 'admin')
    const { data } = await api.channels.search({ take: -1 })
    const channelIdsToPublish = data
      .filter(({ tenants, Availability }) => !tenants.includes(tenantId) && !isClubOnly(Availability))
      .map(({ tag }) => tag)
    if (channelIdsToPublish.length > 0)
      await api.publishing.setTenant({ tenantId, channelIdsToPublish, channelIdsToUnPublish: [] })
    const { collections } = await apiAs(kit.url(), 'tenant')
    await expect
      .poll(async () => (await collections.classes({ tenantId })).totalRecords)
      .toBeGreaterThanOrEqual(12)
  }

  test('a collection of twelve classes, put into another order', async () => {
    await publishAll('pulsehouse')
    const job = await begin('tenant')
    const { page } = job
    await job.click(menu(page, 'Collections'))
    await job.click(link(page, 'Add collection'))
    await job.fill(field(page, 'Name'), 'Twelve')
    await job.fill(field(page, 'Description'), 'A dozen.')
    await job.click(button(page, 'Add classes'))
    const options = page.getByRole('option')
    await options.nth(11).waitFor()
    for (let nth = 0; nth < 12; nth += 1) await job.click(options.nth(nth))
    await page.getByRole('heading', { level: 2, name: '12 classes' }).waitFor()
    await job.click(button(page, 'Create collection'))
    await heading(page, 'Twelve')
    await job.drag(page.getByRole('button', { name: /^Move / }).nth(2), { x: -200, y: 0 })
    await page
      .getByText(/^Moved “.*” to 2 of 12$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Undo' }).first().waitFor()
    expectJob('9', job.tally())
  })

  test('the billing report of the last month', async () => {
    const job = await begin('admin')
    const { page } = job
    await job.click(menu(page, 'Admin'))
    await job.click(page.getByRole('link', { name: 'Reports', exact: true }).first())
    await job.pick(picker(page, 'Report'), 'Billable users')
    const download = page.waitForEvent('download')
    await job.click(button(page, 'Download spreadsheet'))
    const month = new Date()
    month.setUTCDate(0)
    const name = `BillableUserReport_${month.toISOString().slice(0, 7)}.xlsx`
    expect((await download).suggestedFilename()).toBe(name)
    expectJob('10', job.tally())
  })
})

describe('28.6 §4, §5 customer support', () => {
  test('a member is found, given a subscription, turned off and on, and it says why she can’t watch', async () => {
    const find = await begin('support')
    const { page } = find
    await findMember(find, 'Mia Larsen')
    expectJob('S1', find.tally())

    const add = await counted(page)
    await add.click(button(page, 'Add subscription'))
    await add.fill(page.getByRole('dialog').getByRole('textbox', { name: 'Title' }), 'Gift month')
    await add.click(button(page, 'Save subscription'))
    await hears(page, 'Subscription saved')
    expectJob('S2', add.tally())

    const off = await counted(page)
    await off.click(button(page, 'Turn off'))
    await off.click(page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }))
    await hears(page, 'Member turned off')
    await off.click(button(page, 'Turn on'))
    await hears(page, 'Member turned on')
    expectJob('S3', off.tally())
  })

  test('why she can’t watch: since when she is off, and who did it, from the audit log', async () => {
    const member = { tenantId: 'pulsehouse', userId: 'demo-member-pulsehouse-003' }
    const { members } = await apiAs(kit.url(), 'support')
    await members.disable(member)
    const job = await begin('support')
    const { page } = job
    await findMember(job, 'Priya Shah')
    await page.getByText(/^Off since/).waitFor()
    await page
      .getByText(/^Sam Lindqvist, /)
      .first()
      .waitFor()
    expectJob('S4', job.tally())
    await members.enable(member)
  })
})
