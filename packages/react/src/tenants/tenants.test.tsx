import {
  newAppSettings,
  newTenant,
  newWebSettings,
  Role,
  type TenantSettings,
  type WebSettings,
} from '@kinora/core'
import { expect, test, vi } from 'vitest'
import { type StoryAnswers, StoryKinora, storyUser } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { TenantForm } from './tenant-form.tsx'
import { TenantList } from './tenant-list.tsx'
import { WebSettingsForm } from './web-settings-form.tsx'

const set = { endsWith: '4f2a', setAt: '2026-05-03T10:00:00Z' }
const { password: _, ...plain } = newTenant
const tenant: TenantSettings = {
  ...plain,
  ...{ tenantID: 'north', name: 'Northwind', customerNumber: 'K-1', email: null, providerEmail: 'a@b.test' },
  ...{ timeZoneInfo: { offsetName: 'Europe/Berlin', utcOffset: '+01:00' }, providerId: null, version: 1 },
  ...{ languageCodes: ['en-GB'], languageTag: 'en-GB', activatedProducts: ['Web'] },
  ...{ hasPassword: false, jwPlayerSecret: null },
}
const web: WebSettings = {
  ...newWebSettings,
  ...{
    tenantID: 'north',
    lockedContentBehaviour: 'do_nothing',
    projectId: 'p',
    url: 'https://north.example',
  },
  ...{ localyticsWebId: 'l', landingPageGetAccessLink: 'https://north.example/join', siteSourceType: 'sso' },
  ...{ numberOfMySubscriptionItemsOnHomePage: 3, secretKey: set, webHookKey: null, version: 1 },
}
const tabHrefs = () => ({ general: '#general', web: '#web', app: '#app' })

function answers(more: StoryAnswers = {}, settings: TenantSettings = tenant): StoryAnswers {
  return {
    session: { verify: () => ({ user: { ...storyUser, role: Role.Admin, tenants: [] } }) },
    tenants: {
      list: () => ({ data: [settings], totalRecords: 1, totalPages: 1, page: 1 }),
      view: () => settings,
      keys: () => ({
        keys: {
          ...{ accessKey: 'ak_1', secretKey: 'sk_1', createdDate: '2026-05-03T10:00:00Z' },
          lastUsedDate: '2026-05-04T10:00:00Z',
        },
      }),
      ...more.tenants,
    },
    'web-settings': { view: () => web, ...more['web-settings'] },
    'app-settings': {
      view: () => ({
        ...{ ...newAppSettings, tenantID: 'north', sharedSecret: null, siteSourceType: null },
        ...{ hasStripe: false, version: null },
      }),
    },
  }
}

test('NAV-55, NAV-56, TENANT-02 a new tenant: its id follows the name, four tabs wait and say why', async () => {
  const screen = await renderInRoot(
    <StoryKinora answers={answers()}>
      <TenantForm tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await screen.getByRole('textbox', { name: 'Name' }).fill('Pulse House Ü')
  await expect.element(screen.getByText('Tenant id: pulsehouseü')).toBeVisible()
  const tab = screen.getByRole('link', { name: /Web\/Mobile settings/ })
  await expect.element(tab).toHaveAttribute('aria-disabled', 'true')
  expect(tab.element().textContent).toContain('Save the general settings to open the other tabs.')
  await screen.getByRole('switch').last().click()
  expect(await findSerious(screen.container)).toEqual([])
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

test('TENANT-22, C-124 Stripe brings its fields with the reason; a stored secret shows how it ends, and removing asks', async () => {
  const screen = await renderInRoot(
    <StoryKinora answers={answers()}>
      <WebSettingsForm tenantID="north" tabHrefs={tabHrefs} />
    </StoryKinora>,
  )
  await screen.getByRole('checkbox', { name: 'MMS' }).click()
  await screen.getByRole('checkbox', { name: 'Stripe' }).click()
  await expect.element(screen.getByText('Required because Stripe is chosen').first()).toBeVisible()
  await expect.element(screen.getByText(/ends in 4f2a/)).toBeVisible()
  await screen.getByRole('button', { name: 'Remove Secret key' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('Removed when you save')).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  for (const words of ['Required Secret key', 'Required Webhook secret', 'Required Plan id'])
    await expect.element(screen.getByText(words).first()).toBeVisible()
  expect(await findSerious(screen.container)).toEqual([])
})

test('TENANT-15 without the Web product nothing is sent, and a warning says so', async () => {
  const update = vi.fn(() => web)
  const without: TenantSettings = { ...tenant, activatedProducts: ['API'] }
  const screen = await renderInRoot(
    <StoryKinora answers={answers({ 'web-settings': { update } }, without)}>
      <WebSettingsForm tenantID="north" tabHrefs={tabHrefs} />
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
  const remove = () => [{ tenantID: 'north', status: 409, titles: 41, channels: 1 }]
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
