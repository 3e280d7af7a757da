import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { en } from '@kinora/core'
import type { FaultCase } from '../cases.ts'
import { drop, openBrowser, type Surfer } from '../chromium.ts'
import { type Injected, proveTitle, theTitle } from '../proof.ts'
import type { Exchange, Fault } from '../proxy.ts'
import type { Media, Rig } from '../rig.ts'

/** Long enough for a browser to be closed between two chunks. */
const slowly: Fault = async (_, { forward, answer }) => {
  const whole = await forward()
  await wait(350)
  answer(whole)
}
export const unhurried = ({ chunk }: Exchange): Fault | undefined =>
  chunk === undefined ? undefined : slowly

/** Waits until the server holds the file, and proves it. Nobody touches the browser meanwhile. */
export async function proveByItself(
  rig: Rig,
  tag: string,
  media: Media,
  faults: string[],
): Promise<Injected> {
  for (let look = 0; look < 240; look += 1) {
    const state = await rig.api.uploads.videoState({ tag })
    if (state?.complete) {
      const { data } = await rig.api.titles.find({ titleTags: [tag] })
      return proveTitle(rig, await theTitle(rig, data[0]!.className), { media, faults })
    }
    await wait(250)
  }
  throw new Error(`the browser did not finish ${tag} by itself`)
}

interface Begun {
  surfer: Surfer
  profile: string
  media: Media
  tag: string
}

async function begin(rig: Rig): Promise<Begun> {
  const profile = join(rig.folder, `profile-${rig.random.between(1, 1e9)}`)
  rig.proxy.begin(unhurried)
  const surfer = await openBrowser(rig, profile)
  const media = await rig.media(7)
  const arrived = rig.proxy.arrived(rig.random.between(2, 3))
  const tag = await drop(rig, surfer.page, media.path)
  await arrived
  return { surfer, profile, media, tag }
}

const reloaded: FaultCase = {
  name: 'UPLOAD-04, SESS-10, SESS-11 browser: the page is reloaded in mid-upload and goes on by itself',
  quick: true,
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      await wait(rig.random.between(0, 400))
      await surfer.page.reload()
      return await proveByItself(rig, tag, media, ['reload'])
    } finally {
      await surfer.close()
    }
  },
}

const reopened = (how: 'close' | 'kill'): FaultCase => ({
  name: `UPLOAD-04, SESS-10, SESS-11 browser: ${how === 'close' ? 'closed' : 'killed -9'} in mid-upload; the same profile, opened again, goes on by itself`,
  absent: () => (how === 'kill' ? 'open, fails at times (docs/reliability.md)' : undefined),
  async run(rig) {
    const { surfer, profile, media, tag } = await begin(rig)
    await surfer[how]()
    const again = await openBrowser(rig, profile)
    try {
      return await proveByItself(rig, tag, media, [how])
    } finally {
      await again.close()
    }
  },
})

const serverKilled: FaultCase = {
  name: 'UPLOAD-08, UPLOAD-09 browser: the server is killed -9 and started again; the upload goes on by itself',
  absent: () => 'open, sends up to three chunks again (docs/reliability.md)',
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      await rig.restart()
      return await proveByItself(rig, tag, media, ['kill -9 of the server'])
    } finally {
      await surfer.close()
    }
  },
}

const otherTabs: FaultCase = {
  name: 'SESS-15, UPLOAD-19 browser: other tabs say that a tab uploads, also one that was open before; one takes over when the owner closes',
  async run(rig) {
    const profile = join(rig.folder, `profile-${rig.random.between(1, 1e9)}`)
    rig.proxy.begin(unhurried)
    const surfer = await openBrowser(rig, profile)
    try {
      const idle = await surfer.tab()
      await idle.waitForLoadState('networkidle')
      const media = await rig.media(9)
      const arrived = rig.proxy.arrived(2)
      const tag = await drop(rig, surfer.page, media.path)
      await arrived
      const later = await surfer.tab()
      for (const tab of [later, idle]) await tab.getByText(en['session.otherTab']).waitFor({ timeout: 5000 })
      await surfer.page.close()
      return await proveByItself(rig, tag, media, ['owner closed'])
    } finally {
      await surfer.close()
    }
  },
}

export const browserCases: readonly FaultCase[] = [
  reloaded,
  reopened('close'),
  reopened('kill'),
  serverKilled,
  otherTabs,
]
