import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platform } from '@kinora/server/platform'
import { startPlatform } from '@kinora/server/platform'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSites } from '../../../examples/site/server.ts'
import { chromiumFlags, chromiumPath } from '../../../scripts/chromium.ts'
import { patience } from '../../../scripts/patience.ts'
import { emptyFolder } from '../../server/test/seeded-platform.ts'
import { knownBrowser, makeVideo, password, settled } from './portal.ts'

const example = join(import.meta.dirname, '../../../examples/tenant')
const picture = (name: string) => join(example, 'images', name)
const terms = (language: string) => join(example, 'terms', `terms.${language}.html`)
/** The tenant’s own account, which the administrator opens. */
const studio = { email: 'studio@nordlys.example', password: 'Nordlys-2026!' }

const folder = mkdtempSync(join(tmpdir(), 'kinora-nothing-'))
let platform: Platform
let sites: Awaited<ReturnType<typeof startSites>>
let browser: Browser
/** The administrator’s tab, the tenant’s, and one on the site. */
let admin: Page
let tenant: Page
let site: Page
/** As somebody copies them from the portal. */
const keys = { accessKey: '', secretKey: '' }

beforeAll(async () => {
  const dataDir = join(folder, 'data')
  cpSync(await emptyFolder(), dataDir, { recursive: true })
  platform = await startPlatform({
    ...{ port: 0, dataDir, empty: true, logLevel: 'error' },
    demoClips: false,
  })
  const pages = join(import.meta.dirname, '../../../examples/site/dist')
  sites = await startSites({ platform: platform.url, port: 0, pages, keysOf: async () => keys })
  platform.deps.settings.siteUrl = `${sites.url}/{tenantId}/`
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumFlags],
    timeout: patience,
  })
  admin = await signedIn({ email: 'admin@demo.kinora.test', password })
  site = await newTab()
})
afterAll(async () => {
  await Promise.allSettled([browser?.close(), sites?.close(), platform?.close()])
  rmSync(folder, { recursive: true, force: true })
})

async function newTab(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patience)
  // The way of choosing files that Playwright can answer.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  return context.newPage()
}

async function signedIn(account: typeof studio): Promise<Page> {
  const page = await newTab()
  await page.addInitScript(values => Object.assign(localStorage, values), knownBrowser)
  await page.goto(`${platform.url}/login`)
  await field(page, 'Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await button(page, 'Log in').click()
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  return page
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(platform.url + path)
  await settled(page)
}

const field = (scope: Page | Locator, name: string) => scope.getByRole('textbox', { name, exact: true })
const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const picker = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const toggle = (page: Page, name: string) => page.getByRole('switch', { name: new RegExp(name) })

async function choose(
  page: Page,
  opener: string,
  files: string | string[],
  scope: Page | Locator = page,
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(scope, opener).click()])
  await chooser.setFiles(files)
}

/** A picture, once it is seen. */
async function choosePicture(
  page: Page,
  name: string,
  file: string,
  scope: Page | Locator = page,
): Promise<void> {
  await choose(page, `Choose an image ${name}`, file, scope)
  await scope.getByRole('img', { name, exact: true }).first().waitFor()
}

async function pick(page: Page, name: string, choice: string | RegExp): Promise<void> {
  await picker(page, name).click()
  await page
    .getByRole('option', { name: choice, exact: typeof choice === 'string' })
    .first()
    .click()
}

/** Several of a long list, each found by typing. */
async function pickAll(page: Page, name: string, choices: readonly string[]): Promise<void> {
  await picker(page, name).click()
  for (const choice of choices) {
    await page.waitForFunction(() => document.activeElement?.closest('.kn-popover'))
    await page.keyboard.type(choice)
    await page.getByRole('option', { name: choice }).first().click()
  }
  await page.keyboard.press('Escape')
  await page.locator('.kn-popover').waitFor({ state: 'detached' })
}

/** Saves the form, and waits until it is stored. */
async function save(page: Page): Promise<void> {
  await button(page, 'Save').click()
  await page.getByText(/^Saved at/).waitFor()
}

/** Makes what the form describes, and waits until it has an address. */
async function create(page: Page, noun: string): Promise<void> {
  await button(page, `Create ${noun}`).click()
  await page.waitForURL(/\/edit$|\/edit\/|\/tenants\/[^/]+$/)
  await settled(page)
}

/** Into cells of the sheet of classes, by their columns. */
async function fillRow(page: Page, row: number, words: Record<string, string>): Promise<void> {
  const headers = page.getByRole('columnheader')
  await headers.first().waitFor()
  const names = await headers.allTextContents()
  for (const [name, value] of Object.entries(words)) {
    await page.locator(`[data-cell="${row}:${names.indexOf(name)}"]`).click()
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  }
}

const visit = async (path = ''): Promise<void> => {
  await site.goto(`${sites.url}/nordlys/${path}`)
  await site.getByRole('heading', { level: 1 }).waitFor()
}

/** `KINORA_SHOTS` names a folder that keeps what was seen. */
const keepPicture = async (name: string): Promise<void> => {
  if (process.env.KINORA_SHOTS)
    await site.screenshot({ path: join(process.env.KINORA_SHOTS, `${name}.png`), fullPage: true })
}

/** Whole minutes from now, as the site’s clock in Oslo shows them and as fields take them. */
function inMinutes(minutes: number): { day: string; time: string; weekday: string } {
  const at = new Date(Date.now() + minutes * 60_000)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', ...options }).format(at)
  return {
    day: part({ day: '2-digit', month: 'short', year: 'numeric' }).replace('Sept', 'Sep'),
    time: part({ hour: '2-digit', minute: '2-digit' }),
    weekday: part({ weekday: 'long' }),
  }
}

describe('30.6.1 from an empty platform, in the portal alone', () => {
  test('a tenant with its account', async () => {
    const page = admin
    await go(page, '/tenants/generalsettings/add')
    await field(page, 'Name').fill('Nordlys')
    await field(page, 'Customer number').fill('K-1')
    await pickAll(page, 'Products', ['Web', 'Mobile App'])
    await pickAll(page, 'Supported languages', ['English (United Kingdom)', 'German'])
    await pick(page, 'Default language', 'English (United Kingdom)')
    await picker(page, 'Time zone').click()
    await page.waitForFunction(() => document.activeElement?.closest('.kn-popover'))
    await page.keyboard.type('Oslo')
    await page.getByRole('option', { name: 'Europe/Oslo' }).click()
    await pick(page, 'Connect', 'Live and on demand')
    await toggle(page, 'Provider active').click()
    await field(page, 'Email').fill(studio.email)
    await page.getByLabel(/^Password/).fill(studio.password)
    await field(page, 'JwPlayerSiteId').fill('nordlys')
    await page.getByLabel(/^JwPlayerSecret/).fill('not used here')
    await create(page, 'tenant')
    keys.accessKey = await field(page, 'Access key').inputValue()
    keys.secretKey = await field(page, 'Secret key').inputValue()
  })

  test('the settings of its site, its terms', async () => {
    const page = admin
    await go(page, '/tenants/websettings?tenant=nordlys')
    await field(page, 'Web player URL').fill('https://nordlys.example')
    await field(page, 'Landing page access link').fill('https://nordlys.example/join')
    await field(page, 'Project id').fill('nordlys-web')
    await field(page, 'Localytics web id').fill('visits-1')
    await page.getByRole('checkbox', { name: 'Stripe' }).click()
    await page
      .getByLabel(/^Secret key/)
      .first()
      .fill('sk_test_1')
    await page
      .getByLabel(/^Webhook secret/)
      .first()
      .fill('whsec_1')
    await field(page, 'Publishable key').fill('pk_test_1')
    await field(page, 'Plan id').fill('price_1')
    await pick(page, 'Locked content', 'Show popup')
    await field(page, 'Subscription items on the home page').fill('3')
    await toggle(page, 'Scheduled events').click()
    await save(page)
    await go(page, '/tenants/siteterms/nordlys')
    await field(page, 'Title').fill('Terms 2026')
    await choose(page, 'Choose files Files by language', [terms('en-GB'), terms('de-DE')])
    await button(page, 'Upload terms').click()
    await page.getByText('Version 1', { exact: true }).waitFor()
  })

  test('a channel of its own, published to it', async () => {
    const page = admin
    await go(page, '/channels/add')
    await field(page, 'Name').fill('Nordlys Flow')
    await pick(page, 'Provider', /^Nordlys/)
    await field(page, 'Display name').fill('Nordlys Flow')
    await field(page, 'Description').fill('Yoga for every morning.')
    await choosePicture(page, 'Profile Pic', picture('acme-flow.png'))
    await choosePicture(page, 'MediaSpace', picture('space.jpg'))
    await toggle(page, 'Active').click()
    await create(page, 'channel')
    await go(page, '/tenants/publishing?tenant=nordlys')
    await page.getByRole('checkbox', { name: 'Publish: Nordlys Flow' }).click()
    await button(page, 'Review').click()
    await button(page.getByRole('alertdialog'), 'Publish 1 change').click()
    await page.getByRole('region', { name: 'Result' }).waitFor()
  })

  test('its look and its links, by the tenant', async () => {
    tenant = await signedIn(studio)
    const page = tenant
    await go(page, '/siteSettings/generalSettings')
    await field(page, 'App title').fill('Nordlys Yoga')
    await field(page, 'Contact e-mail').fill('hello@nordlys.example')
    await save(page)
    await go(page, '/siteSettings/webSettings')
    await choosePicture(page, 'Logo', picture('logo.png'))
    await choosePicture(page, 'Favicon', picture('favicon.ico'))
    await choosePicture(page, 'Home image', picture('home.jpg'))
    await field(page, 'Primary colour').fill('#0F5C63')
    await field(page, 'Secondary colour').fill('#0B2E33')
    await field(page, 'Accent colour').fill('#F4B740')
    await save(page)
    await go(page, '/siteSettings/socialLinks')
    await field(group(page, 'Instagram'), 'Page URL').fill('instagram.com/nordlys')
    await save(page)
    await go(page, '/siteSettings/appLinks')
    await field(group(page, 'Google Play (Android)'), 'Store URL').fill('play.google.com/store/apps/nordlys')
    await save(page)
    await go(page, '/siteSettings/customLinks/add')
    await field(page, 'Link').fill('nordlys.example/studios')
    await field(page, 'Link text').fill('Studios')
    await create(page, 'link')
  })

  test('three classes from files', async () => {
    const page = tenant
    await go(page, '/media/categories/add')
    await field(group(page, 'Name'), 'All languages').fill('Yoga')
    await field(group(page, 'Description'), 'All languages').fill('Flow and stretch.')
    await choosePicture(page, 'Image', picture('yoga.jpg'))
    await create(page, 'category')
    await page.getByRole('link', { name: 'Add sub category' }).click()
    await field(group(page, 'Name'), 'All languages').fill('Vinyasa')
    await create(page, 'sub category')
    await go(page, '/media/contentTitles/intake')
    const names = ['Sun salute', 'Hip opener', 'Slow evening']
    await choose(
      page,
      'Choose files',
      names.map(name => makeVideo(join(folder, `${name}.mp4`), { seconds: 8 })),
    )
    for (const name of names) await page.getByRole('rowheader', { name }).waitFor()
    for (const [row, name] of names.entries())
      await fillRow(page, row, {
        ...{ Description: `${name}.`, Category: 'Yoga', 'Video language': 'en-GB' },
        ...{ Channel: 'Nordlys Flow', 'Skill level': '4', Intensity: '6', Equipment: 'Body weight only' },
      })
    await button(page, 'Publish all when ready').click()
    await page
      .getByRole('region', { name: 'Progress' })
      .getByText(/\b3 published/)
      .waitFor()
  })

  test.each(['Start here', 'Strong in May', 'Every evening'])('the collection “%s”', async name => {
    const page = tenant
    await go(page, '/collections/add')
    await field(page, 'Name').fill(name)
    await field(page, 'Description').fill(`${name}, with us.`)
    await toggle(page, 'Active').click()
    await button(page, 'Add classes').click()
    for (const title of ['Sun salute', name === 'Start here' ? 'Hip opener' : 'Slow evening'])
      await page.getByRole('option', { name: title }).click()
    await page.getByRole('heading', { level: 2, name: '2 classes' }).waitFor()
    await create(page, 'collection')
  })

  test('a package with a price', async () => {
    const page = tenant
    await go(page, '/subscriptions/add')
    await field(page, 'Title').fill('Nordlys unlimited')
    await field(page, 'Description').fill('Everything, every day.')
    await page.getByRole('radio', { name: 'Bundle' }).click()
    await page.getByRole('checkbox', { name: 'Start here' }).click()
    await page.getByRole('checkbox', { name: 'Every evening' }).click()
    await choosePicture(page, 'Cover', picture('space.jpg'))
    await field(page, 'Price id').fill('price_1')
    await toggle(page, 'Active').click()
    await create(page, 'subscription')
  })

  const weekly = inMinutes(2 * 1440)
  const once = inMinutes(3 * 1440)
  const events: {
    title: string
    type: string
    when(page: Page): Promise<unknown>
    has(page: Page): Promise<unknown>
  }[] = [
    {
      ...{ title: 'Morning flow', type: 'Scheduled class' },
      when: page => page.getByRole('checkbox', { name: weekly.weekday }).click(),
      has: page => chooseClass(page, 'Sun salute'),
    },
    {
      ...{ title: 'As if live', type: 'Simulated live' },
      when: page => page.getByRole('checkbox', { name: once.weekday }).click(),
      has: page => chooseClass(page, 'Hip opener'),
    },
    {
      ...{ title: 'From the studio', type: 'Live' },
      when: page => field(page, 'Takes place at').fill(`${once.day} 07:30`),
      has: async page => {
        await page.getByRole('radio', { name: 'External' }).click()
        await page.getByLabel(/link/i).last().fill('https://live.example/studio.m3u8')
        await pickAll(page, 'Equipment', ['Body weight only'])
      },
    },
  ]

  async function chooseClass(page: Page, name: string): Promise<void> {
    await button(page, 'Choose a class').click()
    const dialog = page.getByRole('dialog', { name: 'Choose a class' })
    await dialog.getByRole('radio', { name: `Choose ${name}` }).click()
    await button(dialog, 'Choose class').click()
    await dialog.waitFor({ state: 'detached' })
  }

  test.each(events)('the week: $title, $type', async ({ title, type, when, has }) => {
    const page = tenant
    await go(page, '/schedule/add')
    await page.getByRole('radio', { name: type, exact: true }).click()
    await when(page)
    await picker(page, 'Duration').fill('30')
    await field(page, 'Title').fill(title)
    await field(page, 'Description').fill(`${title}, every time.`)
    await choosePicture(page, 'Cover', picture('home.jpg'))
    await has(page)
    await pick(page, 'Category', 'Yoga')
    await pick(page, 'Sub category', 'Vinyasa')
    await pick(page, 'Video language', /English/)
    await field(page, 'Instructor').fill('Nina Vogt')
    await page.getByRole('radio', { name: /^4, Beginner/ }).click()
    await page.getByRole('radio', { name: /^6, Hard/ }).click()
    await page.getByRole('switch', { name: /State/ }).click()
    await create(page, 'event')
  })

  test('its site shows every one of them', async () => {
    await visit()
    await keepPicture('00 home')
    const shown = [
      ...['Start here', 'Strong in May', 'Every evening', 'Sun salute', 'Nordlys Flow'],
      ...['Nordlys unlimited', 'Morning flow', 'As if live', 'From the studio', 'Studios'],
    ]
    for (const words of shown) await site.getByText(words, { exact: true }).first().waitFor()
    await site.locator('.site[style*="--primary: #0F5C63" i] header img').waitFor()
    await site.locator('footer a[href="https://instagram.com/nordlys"]').waitFor()
    await visit('terms')
    await keepPicture('01 terms')
    await site.locator('iframe').waitFor()
    await visit()
    await site.getByRole('link', { name: 'Sun salute' }).first().click()
    await button(site, 'Play').click()
    await site.getByRole('dialog', { name: /Nordlys unlimited/ }).waitFor()
    await keepPicture('02 locked class')
  })
})

interface Setting {
  setting: string
  /** Where staff switch it; a save behind it belongs to `act` where the page has no form. */
  page: string
  by?: 'admin'
  act(page: Page): Promise<unknown>
  /** What is done there saves by itself. */
  isStored?: true
  /** Below the site, `CLASS` for the first class. */
  at?: string
  /** On a phone. */
  isNarrow?: true
  /** There once it was switched, and not before. */
  now?(site: Page): Locator
  /** The other way round. */
  before?(site: Page): Locator
  /** A picture that is another one then. */
  changes?: string
  /** Done once more behind it, so that the next one starts from the same site. */
  isUndone?: true
}

const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first()
const has = (selector: string) => (page: Page) => page.locator(selector).first()
const named = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).first()
const web = { page: '/tenants/websettings?tenant=nordlys', by: 'admin' } as const
const general = { page: '/tenants/nordlys', by: 'admin' } as const
const press = (name: string) => (page: Page) => toggle(page, name).click()
const fill = (name: string, value: string) => (page: Page) => field(page, name).fill(value)
const inMenu = (row: string, item: string) => async (page: Page) => {
  await button(page, `Actions for ${row}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const settings: Setting[] = [
  { ...web, setting: 'Logo', act: press('Logo'), before: has('header img'), isUndone: true },
  { ...web, setting: 'Footer', act: press('Footer'), before: has('footer'), isUndone: true },
  { ...web, setting: 'Language switcher', act: press('Language switcher'), now: has('header select') },
  { ...web, setting: 'Ratings', act: press('Ratings'), at: 'CLASS', now: words('Rate this class') },
  {
    ...web,
    setting: 'Fit Radio',
    act: press('Fit Radio'),
    at: 'CLASS',
    now: words('With music by Fit Radio'),
  },
  {
    ...{ ...web, setting: 'Scheduled events', act: press('Scheduled events') },
    ...{ before: named('Schedule'), isUndone: true },
  },
  {
    ...{ ...web, setting: 'Marketing consent', act: press('Marketing consent'), at: 'sign-up' },
    now: words('Send me news and offers.'),
  },
  {
    ...{ ...web, setting: 'Subscription items on the home page' },
    ...{ act: fill('Subscription items on the home page', '0'), before: words('Nordlys unlimited') },
  },
  {
    ...{ ...web, setting: 'Landing page access link' },
    act: fill('Landing page access link', 'https://join.example'),
    now: has('a.act[href^="https://join.example"]'),
  },
  {
    ...{
      ...web,
      setting: 'Web player URL',
      at: 'CLASS',
      act: fill('Web player URL', 'https://play.example'),
    },
    now: has('a[href^="https://play.example"]'),
  },
  {
    ...{ ...web, setting: 'Project id', act: fill('Project id', 'nordlys-2') },
    now: has('meta[name=translation-project][content=nordlys-2]'),
  },
  {
    ...{ ...web, setting: 'Localytics web id', act: fill('Localytics web id', 'visits-2') },
    now: has('meta[name=localytics-id][content=visits-2]'),
  },
  { ...web, setting: 'Plan id', at: 'sign-up', act: fill('Plan id', 'price_9'), now: words('price_9') },
  {
    ...{ ...web, setting: 'Subscription source', at: 'sign-up', now: words('Memberships are kept in MMS.') },
    act: page => page.getByRole('checkbox', { name: 'MMS' }).click(),
  },
  {
    ...{ ...general, setting: 'Connect', before: named('Schedule') },
    act: page => pick(page, 'Connect', 'None'),
  },
  {
    ...{ ...general, setting: 'Connect, once more', now: named('Schedule') },
    act: page => pick(page, 'Connect', 'Live and on demand'),
  },
  {
    ...{ ...general, setting: 'Time zone', at: 'schedule', now: words('Asia/Tokyo') },
    act: async page => {
      await picker(page, 'Time zone').click()
      await page.waitForFunction(() => document.activeElement?.closest('.kn-popover'))
      await page.keyboard.type('Tokyo')
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    },
  },
  {
    ...{ ...general, setting: 'Default language', now: has('html[lang=de-DE]') },
    act: page => pick(page, 'Default language', 'German'),
  },
  {
    ...{ setting: 'App title', page: '/siteSettings/generalSettings', now: words('Nordlys II') },
    act: fill('App title', 'Nordlys II'),
  },
  {
    ...{ setting: 'Contact e-mail', page: '/siteSettings/generalSettings' },
    ...{ act: fill('Contact e-mail', 'new@nordlys.example'), now: words('new@nordlys.example') },
  },
  ...(['Primary', 'Secondary', 'Accent'] as const).map(
    (name, nth): Setting => ({
      ...{ setting: `${name} colour`, page: '/siteSettings/webSettings' },
      act: fill(`${name} colour`, `#AA00${nth}1`),
      now: has(`.site[style*="--${name.toLowerCase()}: #AA00${nth}1" i]`),
    }),
  ),
  {
    ...{ setting: 'Logo of the web', page: '/siteSettings/webSettings', changes: 'header img' },
    act: page => chooseOther(page, 'Logo', '400x192', 'png'),
  },
  {
    ...{ setting: 'Home image', page: '/siteSettings/webSettings', changes: '.hero img' },
    act: page => chooseOther(page, 'Home image', '1920x1080', 'jpg'),
  },
  {
    ...{ setting: 'Favicon', page: '/siteSettings/webSettings', changes: 'link[rel=icon]' },
    act: page => chooseOther(page, 'Favicon', '16x16', 'ico'),
  },
  {
    ...{
      setting: 'Site terms',
      page: '/tenants/siteterms/nordlys',
      by: 'admin',
      isStored: true,
      at: 'terms',
    },
    act: async page => {
      await field(page, 'Title').fill('Terms 2027')
      const files = ['en-GB', 'de-DE'].map(language => {
        const file = join(folder, `terms.${language}.html`)
        writeFileSync(file, `<h1>Terms of 2027, ${language}</h1>`)
        return file
      })
      await choose(page, 'Choose files Files by language', files)
      await button(page, 'Upload terms').click()
      await page.getByText('Version 2', { exact: true }).waitFor()
    },
    now: has('iframe[title="Terms 2027"]'),
  },
  {
    ...{ setting: 'App settings', page: '/siteSettings/appSettings', isNarrow: true },
    act: async page => {
      const light = group(page, 'Light')
      await choosePicture(page, 'Logo', picture('mobile-logo.png'), light)
      await choosePicture(page, 'Splash screen', picture('splash.png'), light)
      await choosePicture(page, 'App icon', picture('app-icon.png'), light)
      for (const scheme of ['Light', 'Dark'])
        for (const name of ['Primary', 'Secondary', 'Accent'])
          await field(group(page, scheme), `${name} colour`).fill('#123456')
    },
    now: has('.site[style*="--primary: #123456" i]'),
  },
  {
    ...{ setting: 'Social links', page: '/siteSettings/socialLinks', before: named('Instagram') },
    act: page => group(page, 'Instagram').getByRole('switch').click(),
  },
  {
    ...{ setting: 'App links', page: '/siteSettings/appLinks', now: named('App Store') },
    act: page => field(group(page, 'App Store (iOS)'), 'Store URL').fill('apps.apple.com/app/nordlys'),
  },
  {
    ...{ setting: 'A custom link', page: '/siteSettings/customLinks', before: named('Studios') },
    act: async page => {
      await page.getByRole('link', { name: 'Studios', exact: true }).click()
      await toggle(page, 'State').click()
    },
  },
  {
    ...{ setting: 'A featured collection', page: '/collections', isStored: true, now: has('.badge') },
    act: inMenu('Every evening', 'Feature'),
  },
  {
    ...{ setting: 'The class of the day', page: '/collections', isStored: true },
    ...{
      act: inMenu('Strong in May', 'Make class of the day'),
      now: words(/Kurs des Tages|class of the day/i),
    },
  },
  {
    ...{ setting: 'An active collection', page: '/collections', before: words('Start here') },
    act: async page => {
      await page.getByRole('link', { name: 'Start here', exact: true }).click()
      await toggle(page, 'State').click()
    },
  },
  {
    ...{
      setting: 'An active package',
      page: '/subscriptions',
      at: 'sign-up',
      before: words('Nordlys unlimited'),
    },
    act: async page => {
      await page.getByRole('link', { name: 'Nordlys unlimited', exact: true }).first().click()
      await toggle(page, 'State').click()
    },
  },
  {
    ...{ setting: 'An active event', page: '/schedule', at: 'schedule', before: words('From the studio') },
    act: async page => {
      await page.getByRole('link', { name: 'From the studio' }).first().click()
      await page.getByRole('switch', { name: /State/ }).click()
    },
  },
  {
    ...{
      setting: 'An active title',
      page: '/media/contentTitles',
      isStored: true,
      at: 'search?query=',
      before: words('Slow evening'),
    },
    act: async page => {
      await page.getByRole('link', { name: 'Slow evening' }).first().click()
      await page.getByRole('switch', { name: 'Active', exact: true }).click()
      await page.getByText(/^Unsaved changes/).waitFor()
      await button(page, 'Update').click()
      await page.getByText(/^All changes saved/).waitFor()
    },
  },
]

/** Another picture than the form shows, of one colour. */
async function chooseOther(
  page: Page,
  name: string,
  size: string,
  kind: 'png' | 'jpg' | 'ico',
): Promise<void> {
  const shown = page.getByRole('img', { name, exact: true }).first()
  const former = await shown.getAttribute('src')
  const file = join(folder, `other.${kind}`)
  const drawn = ['-f', 'lavfi', '-i', `color=c=0x884400:size=${size}`, '-frames:v', '1', file]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...drawn])
  await choose(page, `Choose an image ${name}`, file)
  await expect.poll(() => shown.getAttribute('src')).not.toBe(former)
}

/** Where the site has a picture from. */
const addressOf = (selector: string): Promise<string | null> =>
  site
    .locator(selector)
    .first()
    .evaluate(element => element.getAttribute('src') ?? element.getAttribute('href'))

/** What the site shows is that of the setting: true once it was switched, false before. */
async function expectSwitched({ now, before, changes }: Setting, isSwitched: boolean, former: string | null) {
  // What isn’t there may only not have come yet.
  await site.waitForLoadState('networkidle')
  await now?.(site).waitFor({ state: isSwitched ? 'attached' : 'detached' })
  await before?.(site).waitFor({ state: isSwitched ? 'detached' : 'attached' })
  if (changes !== undefined && isSwitched) await expect.poll(() => addressOf(changes)).not.toBe(former)
}

describe('30.6.1 each setting, switched once in the portal, is seen to change the site', () => {
  test.each(settings)('$setting', async row => {
    const { setting, page: path, by, act, isStored, at = '', isNarrow, isUndone, changes } = row
    const page = by === 'admin' ? admin : tenant
    await site.setViewportSize({ width: isNarrow ? 360 : 1440, height: 900 })
    await visit(at === 'CLASS' ? `classes/${await tagOfClass()}` : at)
    await expectSwitched(row, false, null)
    const former = changes === undefined ? null : await addressOf(changes)
    const number = String(settings.indexOf(row) + 10)
    await keepPicture(`${number} ${setting} 1 before`)
    await go(page, path)
    await act(page)
    if (!isStored) await save(page)
    await site.reload()
    await expectSwitched(row, true, former)
    await keepPicture(`${number} ${setting} 2 after`)
    if (!isUndone) return
    await act(page)
    await save(page)
  })
})

/** The class that the collections show, by its address on the site. */
async function tagOfClass(): Promise<string> {
  await visit()
  const href = await site.getByRole('link', { name: 'Sun salute' }).first().getAttribute('href')
  return href!.split('/').at(-1)!
}
