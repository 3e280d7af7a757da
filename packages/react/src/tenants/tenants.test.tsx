import type { TenantSettings } from '@kinora/core'
import { expect, test, vi } from 'vitest'
import { Failure, StoryKinora } from '../testing/stories.tsx'
import { findSerious, holdTimers, renderInRoot } from '../ui/testing.tsx'
import { AppSettingsForm } from './app-settings-form.tsx'
import { DeletedTenantList } from './deleted-tenant-list.tsx'
import { tenantAnswers as answers, tabHrefs, storyTenant as tenant, storyWeb as web } from './fixtures.tsx'
import { TenantForm } from './tenant-form.tsx'
import { TenantList } from './tenant-list.tsx'
import { TenantStart } from './tenant-readiness.tsx'
import { WebSettingsForm } from './web-settings-form.tsx'

const allTabs = () => ({ ...tabHrefs(), terms: '#terms', publishing: '#publishing' })

/** The tabs of a tenant's screens, and which are closed. */
const tenantTabs = () =>
  [...document.querySelectorAll('nav[aria-label="Settings of this tenant"] :is(a, [role=link])')].map(
    tab => ({
      name: tab.textContent,
      closed: tab.getAttribute('aria-disabled') === 'true',
    }),
  )

test('NAV-55, NAV-56, TENANT-02 a new tenant: its id follows the name, four tabs wait and say why', async () => {
  const screen = await renderInRoot(
    <StoryKinora answers={answers()}>
      <TenantForm tabHrefs={allTabs} />
    </StoryKinora>,
  )
  await screen.getByRole('textbox', { name: 'Name' }).fill('Pulse House Ü')
  await expect.element(screen.getByText('Tenant id: pulsehouseü')).toBeVisible()
  const why = 'Save the general settings to open the other tabs.'
  expect(
    tenantTabs().map(({ name, closed }) => [name.replace(why, ''), closed && name.includes(why)]),
  ).toEqual([
    ['General settings', false],
    ['Web/Mobile settings', true],
    ['Mobile App settings', true],
    ['Site terms', true],
    ['Publishing', true],
  ])
  await screen.getByRole('switch').last().click()
  expect(await findSerious(screen.container)).toEqual([])
})

test('28.6, TENANT-13 the first supported language is the default one, until another is chosen or it is taken off', async () => {
  const screen = await renderInRoot(
    <StoryKinora answers={answers()}>
      <TenantForm tabHrefs={allTabs} />
    </StoryKinora>,
  )
  const language = screen.getByRole('combobox', { name: 'Default language' })
  await screen.getByRole('combobox', { name: 'Supported languages' }).click()
  await screen.getByRole('option', { name: /^Dutch/ }).click()
  await expect.element(language).toMatchTextContent(/^Dutch/)
  await screen.getByRole('option', { name: /^Finnish/ }).click()
  await expect.element(language).toMatchTextContent(/^Dutch/)
  await screen.getByRole('option', { name: /^Dutch/ }).click()
  await expect.element(language).toMatchTextContent(/^Finnish/)
})

test('NAV-55, NAV-56 what a tenant needs before its site goes live, with all tabs open: what is missing leads to where it is done', async () => {
  const screen = await renderInRoot(
    <StoryKinora answers={answers()}>
      <TenantForm id="north" tabHrefs={allTabs} />
    </StoryKinora>,
  )
  const list = screen.getByRole('complementary', { name: 'Before the site goes live' })
  await expect.element(list.getByText('4 of 8')).toBeVisible()
  expect(tenantTabs().map(({ name, closed }) => [name, closed])).toEqual(
    ['General settings', 'Web/Mobile settings', 'Mobile App settings', 'Site terms', 'Publishing'].map(
      name => [name, false],
    ),
  )
  await expect
    .element(list.getByRole('link', { name: 'Settings of the web player Done' }))
    .toHaveAttribute('href', '#web')
  await expect.element(list.getByText('Terms in every language Missing')).toBeVisible()
  expect(await findSerious(screen.container)).toEqual([])
})

test('28.3 the guided start: each step with its tick, from the first that is missing; what is off says so', async () => {
  const hrefs = () => ({ ...allTabs(), look: '#look', collection: '#collection' })
  const screen = await renderInRoot(
    <StoryKinora answers={answers()}>
      <TenantStart tenantId="north" hrefs={hrefs} />
    </StoryKinora>,
  )
  await expect.element(screen.getByRole('heading', { name: 'Northwind: getting started' })).toBeVisible()
  await expect.element(screen.getByText('4 of 8')).toBeVisible()
  await expect.element(screen.getByText('Name and time zone Done')).toBeVisible()
  const off = screen.getByRole('listitem').filter({ hasText: 'Settings of the mobile app' })
  await expect.element(off.getByText('Off')).toBeVisible()
  // Once, for those who listen as well.
  expect(off.element().textContent!.match(/Off/g)).toHaveLength(1)
  // An administrator can't open the look of a tenant's site: the first step is the first that can be gone to.
  await expect
    .element(screen.getByRole('link', { name: 'Continue: Terms in every language' }))
    .toHaveAttribute('href', '#terms')
  // It asks the tenant for it, with the address of the page.
  const look = screen.getByRole('link', { name: /Look of the site/ })
  await expect.element(look).toHaveAttribute('href', expect.stringMatching(/^mailto:.+body=.+%23look$/))
  expect(await findSerious(screen.container)).toEqual([])
})

test('28.3 nothing is missing: the guided start says so', async () => {
  const view = () => ({
    steps: [{ id: 'general' as const, state: 'done' as const, count: null, all: null }],
    isReady: true,
  })
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ readiness: { view } })}>
      <TenantStart tenantId="north" hrefs={allTabs} />
    </StoryKinora>,
  )
  await expect.element(screen.getByText('Nothing is missing. The site can go live.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Continue/ })).not.toBeInTheDocument()
})

test('TENANT-27 keys: a new pair is asked about first', async () => {
  const generateKeys = vi.fn(() => ({
    keys: { accessKey: 'ak_2', secretKey: 'sk_2', createdDate: '2026-06-01T10:00:00Z', lastUsedDate: null },
  }))
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ tenants: { generateKeys } })}>
      <TenantForm id="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await expect.element(screen.getByRole('textbox', { name: 'Access key' })).toHaveValue('ak_1')
  await expect.element(screen.getByText(/last used them on 04 May 2026/)).toBeVisible()
  await screen.getByRole('button', { name: 'Generate new keys' }).click()
  await expect.element(screen.getByText('The old pair stops working at once.')).toBeVisible()
  expect(generateKeys).not.toHaveBeenCalled()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Generate new keys' }).click()
  await expect.poll(() => generateKeys.mock.calls.length).toBe(1)
})

test('C-97 the chosen time zone says the offset that it has now', async () => {
  const zone: TenantSettings = {
    ...tenant,
    timeZoneInfo: { offsetName: 'Asia/Kolkata', utcOffset: '+05:30' },
  }
  const screen = await renderInRoot(
    <StoryKinora answers={answers({}, zone)}>
      <TenantForm id="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await expect.element(screen.getByText('UTC+05:30 now')).toBeVisible()
})

test('C-13 of many languages a row shows what it has room for, and names the rest', async () => {
  const many: TenantSettings = { ...tenant, languageCodes: ['sv-SE', 'nb-NO', 'fi-FI', 'de-DE', 'en-US'] }
  const screen = await renderInRoot(
    <StoryKinora answers={answers({}, many)}>
      <TenantList rowHref={id => `#${id}`} addHref="#add" />
    </StoryKinora>,
  )
  const rest = screen.getByText('+3', { exact: true })
  await expect.element(rest).toHaveAttribute('title', 'Finnish, German, English (United States)')
  const row = rest.element().closest('[role=row], tr')!.getBoundingClientRect()
  const tags = rest.element().parentElement!.getBoundingClientRect()
  expect([tags.top >= row.top, tags.bottom <= row.bottom]).toEqual([true, true])
})

test('TENANT-27 a key is copied whole and “Copied” is said; where that fails, it is shown', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  write.mockRejectedValueOnce(new Error('not allowed'))
  const screen = await renderInRoot(
    <StoryKinora answers={answers()}>
      <TenantForm id="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await screen.getByRole('button', { name: 'Copy Secret key' }).click()
  await expect.element(screen.getByText('Copied', { exact: true })).toBeVisible()
  expect(write).toHaveBeenLastCalledWith('sk_1')
  await screen.getByRole('button', { name: 'Copy Access key' }).click()
  await expect.element(screen.getByText(/ak_1/).first()).toBeVisible()
  write.mockRestore()
})

test('TENANT-22, C-36, C-124 Stripe brings its fields with the reason; a stored secret shows how it ends, and removing asks', async () => {
  const screen = await renderInRoot(
    <StoryKinora answers={answers()}>
      <WebSettingsForm tenantId="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  // C-36
  for (const name of ['Pseudo SSO', 'File Upload'])
    await expect.element(screen.getByRole('checkbox', { name })).toBeVisible()
  await expect.element(screen.getByText('SSO', { exact: true })).toBeVisible()
  await screen.getByRole('checkbox', { name: 'MMS' }).click()
  await screen.getByRole('checkbox', { name: 'Stripe' }).click()
  await expect.element(screen.getByText('Required because Stripe is chosen').first()).toBeVisible()
  await expect.element(screen.getByText(/ends in 4f2a/)).toBeVisible()
  // C-146
  await expect
    .element(screen.getByRole('textbox', { name: 'Webhook address' }))
    .toHaveValue('https://kinora.example/api/v1/webhooks/stripe/north')
  await expect.element(screen.getByText(/^2 subscriptions wait for their members/)).toBeVisible()
  await screen.getByRole('button', { name: 'Remove Secret key' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('Removed when you save')).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  for (const words of ['Required Secret key', 'Required Webhook secret', 'Required Plan id'])
    await expect.element(screen.getByText(words).first()).toBeVisible()
  expect(await findSerious(screen.container)).toEqual([])
})

test('TENANT-07, TENANT-08 what a new tenant needs is said at its fields, and nothing is sent', async () => {
  const create = vi.fn(() => ({ tenantId: 'x' }))
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ tenants: { create } })}>
      <TenantForm tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await screen.getByRole('textbox', { name: 'Name' }).fill(' ')
  await screen.getByRole('button', { name: 'Create tenant' }).click()
  const always = [
    'Name',
    'Customer number',
    'Time zone',
    'Products',
    'Supported languages',
    'Default language',
  ]
  for (const name of always)
    await expect.element(screen.getByRole('link', { name: `Required ${name}` })).toBeVisible()
  await screen.getByRole('switch').last().click()
  await screen.getByRole('textbox', { name: /^Password/ }).fill('secret99')
  await screen.getByRole('button', { name: 'Create tenant' }).click()
  for (const name of ['Email', 'JwPlayerSiteId', 'JwPlayerSecret'])
    await expect.element(screen.getByRole('link', { name: `Required ${name}` })).toBeVisible()
  expect(create).not.toHaveBeenCalled()
})

test('TENANT-05, TENANT-06, C-94 the site type is read, and nothing offers to change it; owned categories stay', async () => {
  const owned = { siteSourceType: 'sso', isPlatformOwnedCategories: true } as const
  const screen = await renderInRoot(
    <StoryKinora answers={answers({}, { ...tenant, ...owned })}>
      <TenantForm id="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  const line = screen.getByText(/^Site type: SSO · Changed through the API only$/)
  await expect.element(line).toBeVisible()
  expect(line.element().querySelector('input, select, button, [role=combobox]')).toBeNull()
  expect(screen.getByRole('combobox', { name: /site type/i }).elements()).toEqual([])
  const switches = screen.getByRole('switch').elements() as HTMLInputElement[]
  expect(switches.filter(({ disabled }) => disabled).map(({ checked }) => checked)).toEqual([true])
})

test('TENANT-14 what was saved is read again, and the form goes on from there', async () => {
  let stored = web
  const view = vi.fn(() => stored)
  const update = vi.fn(() => {
    stored = { ...web, projectId: 'q', localyticsWebId: 'by another', version: 2 }
    return { ...web, projectId: 'q', version: 2 }
  })
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ 'web-settings': { update, view } })}>
      <WebSettingsForm tenantId="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await screen.getByRole('textbox', { name: 'Project id' }).fill('q')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
  expect(update.mock.calls).toMatchObject([[{ projectId: 'q', version: 1 }]])
  await expect.element(screen.getByRole('textbox', { name: 'Localytics web id' })).toHaveValue('by another')
  expect(view.mock.calls.length).toBe(2)
})

test('TENANT-16, TENANT-25 without the Mobile App product nothing is sent, and a warning says so', async () => {
  const create = vi.fn(() => new Failure(500))
  const screen = await renderInRoot(
    <StoryKinora answers={{ ...answers(), 'app-settings': { ...answers()['app-settings'], create } }}>
      <AppSettingsForm tenantId="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await screen.getByRole('textbox', { name: 'Localytics iOS id' }).fill('i')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('link', { name: 'Required Localytics Android id' })).toBeVisible()
  await screen.getByRole('textbox', { name: 'Localytics Android id' }).fill('a')
  await screen.getByRole('checkbox', { name: 'Apple' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  const warning = 'Activate the Mobile App product before you save its settings.'
  await expect.element(screen.getByRole('alertdialog').getByText(warning)).toBeVisible()
  expect(create).not.toHaveBeenCalled()
})

test('TENANT-15 without the Web product nothing is sent, and a warning says so', async () => {
  const update = vi.fn(() => web)
  const without: TenantSettings = { ...tenant, activatedProducts: ['API'] }
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ 'web-settings': { update } }, without)}>
      <WebSettingsForm tenantId="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await screen.getByRole('textbox', { name: 'Project id' }).fill('q')
  await screen.getByRole('button', { name: 'Save' }).click()
  const dialog = screen.getByRole('alertdialog')
  await expect
    .element(dialog.getByText('Activate the Web product before you save its settings.'))
    .toBeVisible()
  expect(update).not.toHaveBeenCalled()
})

test('C-98, TENANT-29 a tenant that owns something stays, and the dialog counts what', async () => {
  const remove = () => [{ id: 'north', status: 409, titles: 41, channels: 1 }]
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ tenants: { remove } })}>
      <TenantList rowHref={id => `#${id}`} addHref="#add" />
    </StoryKinora>,
  )
  await screen.getByRole('button', { name: 'Actions for Northwind' }).click()
  await screen.getByRole('menuitem', { name: 'Delete tenant' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete tenant' }).click()
  await expect.element(screen.getByText(/Northwind still owns 41 titles and 1 channel\./)).toBeVisible()
})

test('CONST-13, SESS-20, C-31, TENANT-30, C-86 an address that can’t be opened says so and stands in the way of nothing', async () => {
  const checkAddress = vi.fn(() => ({ accessible: false }))
  const update = vi.fn(() => ({ ...web, version: 2 }))
  const timers = holdTimers(2500)
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ 'web-settings': { checkAddress, update } })}>
      <WebSettingsForm tenantId="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await screen.getByRole('button', { name: 'Check address' }).click()
  await expect.element(screen.getByText('Your site has not been deployed yet.')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Project id' }).fill('q')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => update.mock.calls.length).toBe(1)
  await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
  expect(timers.started()).toContain(2500)
})

test.each([
  ['do_nothing', ['Nothing', 'Show popup']],
  ['show_subscription_options', ['Nothing', 'Show subscription options', 'Show popup']],
] as const)('TENANT-19, C-53 locked content that is stored as %s offers %j', async (stored, offered) => {
  const view = () => ({ ...web, lockedContentBehaviour: stored })
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ 'web-settings': { view } })}>
      <WebSettingsForm tenantId="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  const select = screen.getByRole('combobox', { name: 'Locked content' })
  await expect.element(select).toBeVisible()
  await select.click()
  await expect
    .poll(() =>
      screen
        .getByRole('option')
        .elements()
        .map(option => option.textContent),
    )
    .toEqual(offered)
})

test('ROLE-14, C-13 the list shows each tenant with the e-mail of its provider', async () => {
  const screen = await renderInRoot(
    <StoryKinora answers={answers()}>
      <TenantList rowHref={id => `#${id}`} />
    </StoryKinora>,
  )
  await expect.element(screen.getByText('a@b.test')).toBeVisible()
})

test('C-98 a deleted tenant is found in the list of deleted ones and restored there', async () => {
  const gone = {
    ...{ tenantId: 'north', name: 'Northwind' },
    ...{ deletedDate: '2026-11-20T10:00:00Z', restorableUntil: '2026-12-20T10:00:00Z' },
  }
  let data = [gone]
  const deleted = () => ({ data, totalRecords: data.length, totalPages: data.length, page: 1 })
  const restore = vi.fn(() => {
    data = []
    return tenant
  })
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ tenants: { deleted, restore } })}>
      <DeletedTenantList listHref="#tenants" />
    </StoryKinora>,
  )
  await screen.getByRole('button', { name: 'Restore Northwind' }).click()
  await expect.element(screen.getByText('“Northwind” restored')).toBeVisible()
  await expect.element(screen.getByText('No deleted tenants')).toBeVisible()
  expect(restore).toHaveBeenCalledOnce()
  expect(await findSerious(screen.container)).toEqual([])
})
