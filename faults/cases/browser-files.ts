import { en } from '@kinora/core'
import type { Page } from 'playwright-core'
import { begin, openTray, proveByItself } from '../browsing.ts'
import type { FaultCase } from '../cases.ts'
import { dragIn, openBrowser } from '../chromium.ts'

const tray = (page: Page) => page.getByRole('region', { name: en['ui.uploads.title'] })
const choose = (page: Page, path: string) =>
  tray(page).locator('input[type=file]').first().setInputFiles(path)
const list = (page: Page) => new URL('/media/contentTitles', page.url()).href

/** As a browser does that is short of room. */
const forgetFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('kinora')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('titles', 'readwrite')
          clearing.objectStore('titles').clear()
          clearing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )

const lost: FaultCase = {
  name: 'UPLOAD-25, UPLOAD-18, SESS-08 browser: the kept file is gone; the tray asks for it by name, refuses another and goes on with the same',
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      const { page } = surfer
      await forgetFiles(page)
      await page.goto(list(page))
      await (await openTray(page)).getByText(`Choose ${media.name} (`).waitFor()
      await choose(page, (await rig.media(7)).path)
      await tray(page).getByText(en['upload.otherFile']).waitFor()
      await choose(page, media.path)
      return await proveByItself(rig, tag, { media, faults: ['file lost'] })
    } finally {
      await surfer.close()
    }
  },
}

const handled: FaultCase = {
  name: 'UPLOAD-06, SESS-11 browser: a dropped file is kept as a handle; after a kill -9 the upload goes on with it, or the tray asks for leave to read it or for the file',
  async run(rig) {
    const { surfer, profile, media, tag } = await begin(rig, dragIn)
    await surfer.kill()
    const again = await openBrowser(rig, profile)
    try {
      const { page } = again
      const asked = openTray(page).then(opened => opened.getByText(`to read ${media.name} (`).waitFor())
      const answered = asked.then(() => choose(page, media.path))
      const proven = proveByItself(rig, tag, { media, faults: ['kill'] })
      await Promise.race([proven, answered])
      answered.catch(() => undefined)
      return await proven
    } finally {
      await again.close()
    }
  },
}

export const browserFileCases: readonly FaultCase[] = [lost, handled]
