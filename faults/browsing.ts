import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { en } from '@kinora/core'
import type { Locator, Page } from 'playwright-core'
import { drop, openBrowser, type Surfer } from './chromium.ts'
import { type Injected, proveTitle, theTitle, uploadState } from './proof.ts'
import type { Exchange, Fault } from './proxy.ts'
import type { Media, Rig } from './rig.ts'

/** Long enough for a browser to be closed between two chunks. */
const slowly: Fault = async (_, { forward, answer }) => {
  const whole = await forward()
  await wait(350)
  answer(whole)
}
export const unhurried = ({ chunk }: Exchange): Fault | undefined =>
  chunk === undefined ? undefined : slowly

/** A browser in the middle of an upload. */
interface Begun {
  surfer: Surfer
  profile: string
  media: Media
  tag: string
}

/** The tray of uploads, opened from the header. */
export async function openTray(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: `${en['ui.uploads.title']}: ` }).click()
  return page.getByRole('region', { name: en['ui.uploads.title'] })
}

export const newProfile = (rig: Rig): string =>
  join(rig.folder, 'profiles', String(rig.random.between(1, 1e9)))

/** A fresh profile uploads a file of seven chunks; the second or third has just arrived. */
export async function begin(rig: Rig, put = drop): Promise<Begun> {
  const profile = newProfile(rig)
  rig.proxy.begin(unhurried)
  const surfer = await openBrowser(rig, profile)
  try {
    const media = await rig.media(7)
    const arrived = rig.proxy.arrived(rig.random.between(2, 3))
    const tag = await put(rig, surfer.page, media.path)
    await arrived
    return { surfer, profile, media, tag }
  } catch (error) {
    await surfer.close()
    throw error
  }
}

/** Waits until the server holds the file, and proves it. Nobody touches the browser meanwhile. */
export async function proveByItself(
  rig: Rig,
  tag: string,
  { media, faults }: { media: Media; faults: string[] },
): Promise<Injected> {
  for (let look = 0; look < 720; look += 1) {
    // A server that is busy or just starting answers the next look.
    const state = await uploadState(rig, tag).catch(() => undefined)
    if (state?.complete) {
      const { data } = await rig.api.titles.find({ titleTags: [tag] })
      return proveTitle(rig, await theTitle(rig, data[0]!.className), { media, faults })
    }
    await wait(250)
  }
  throw new Error(`the browser did not finish ${tag} by itself`)
}
