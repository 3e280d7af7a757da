import { setTimeout as wait } from 'node:timers/promises'
import { en, storageKeys } from '@kinora/core'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts'
import { patience } from '../scripts/patience.ts'
import { account, password, type Rig } from './rig.ts'

/** A browser with a profile that outlives it, at the portal behind the proxy. */
export interface Surfer {
  context: BrowserContext
  page: Page
  /** Another tab, at the list of titles. */
  tab(): Promise<Page>
  close(): Promise<void>
  /** kill -9 of the whole browser. */
  kill(): Promise<void>
}

export async function openBrowser(rig: Rig, profile: string): Promise<Surfer> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: [...chromiumFlags],
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    timeout: patience,
  })
  context.setDefaultTimeout(patience)
  // Told of a new version (SESS-03), a page reloads by itself while a case reloads it.
  await context.addInitScript(
    ([key, version]) => localStorage.setItem(key!, version!),
    [storageKeys.version, '9999'],
  )
  const page = context.pages()[0] ?? (await context.newPage())
  const list = `${rig.proxy.url}/media/contentTitles`
  try {
    await page.goto(list)
    const email = page.getByLabel('Email')
    await email.or(page.getByRole('navigation')).first().waitFor()
    if (await email.isVisible()) await signIn(page)
  } catch (error) {
    await context.close()
    throw error
  }
  return {
    context,
    page,
    async tab() {
      const opened = await context.newPage()
      await opened.goto(list)
      return opened
    },
    close: () => context.close(),
    async kill() {
      process.kill(await pidOf(context), 'SIGKILL')
      await context.close().catch(() => undefined)
      await wait(300)
    },
  }
}

async function pidOf(context: BrowserContext): Promise<number> {
  const devTools = await context.browser()!.newBrowserCDPSession()
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo')
  return processInfo.find(({ type }) => type === 'browser')!.id
}

export async function signIn(page: Page): Promise<void> {
  await logIn(page)
  await page.waitForURL(url => url.pathname !== '/login')
}

/** Fills in the page of signing in, or the dialog over one whose session has ended. */
export async function logIn(where: Page | Locator): Promise<void> {
  await where.getByLabel('Email').fill(account)
  await where.getByLabel('Password', { exact: true }).fill(password)
  await where.getByRole('button', { name: 'Log in' }).click()
}

/** Drops a file on a new title, or a trailer on one that is there; returns the title's tag. */
export async function drop(rig: Rig, page: Page, path: string): Promise<string> {
  await openTitle(rig, page)
  await fileInput(rig, page).setInputFiles(path)
  return editedTitle(page)
}

/** A new video makes its title by itself; a trailer wants a title. */
async function openTitle(rig: Rig, page: Page): Promise<void> {
  const titles = `${rig.proxy.url}/media/contentTitles`
  if (rig.role === 'video') return void (await page.goto(`${titles}/add`))
  const { tag } = await rig.api.titles.create({ className: `Trailed ${rig.random.between(1, 1e9)}` })
  await page.goto(`${titles}/edit/${tag}`)
}

/** Where a person puts the file: the trailer has a card of its own. */
const zoneOf = ({ role }: Rig, page: Page): Locator =>
  role === 'trailer'
    ? page
        .locator('.kn-card', {
          has: page.getByRole('heading', { name: en['ui.editor.trailer'], exact: true }),
        })
        .locator('.kn-drop')
    : page.locator('.kn-drop').first()

export const fileInput = (rig: Rig, page: Page): Locator =>
  rig.role === 'trailer'
    ? zoneOf(rig, page).locator('input[type=file]')
    : page.locator('input[type=file][accept*="mp4"]').first()

/** The same by dragging the file in as a person does: the browser then knows its handle. */
export async function dragIn(rig: Rig, page: Page, path: string): Promise<string> {
  await openTitle(rig, page)
  await dragFile(page, path, zoneOf(rig, page))
  return editedTitle(page)
}

/** Drags a file onto a place for one. */
export async function dragFile(
  page: Page,
  path: string,
  zone = page.locator('.kn-drop').first(),
): Promise<void> {
  await zone.scrollIntoViewIfNeeded()
  const shown = await zone.boundingBox()
  const at = { x: shown!.x + shown!.width / 2, y: shown!.y + shown!.height / 2 }
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data })
}

/** The title that the page has gone to. */
async function editedTitle(page: Page): Promise<string> {
  await page.waitForURL(/contentTitles\/edit\//)
  return decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!)
}
