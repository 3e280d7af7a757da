import assert from 'node:assert/strict'
import { en } from '@kinora/core'
import type { Page } from 'playwright-core'
import { newProfile, proveByItself, unhurried } from '../browsing.ts'
import type { FaultCase } from '../cases.ts'
import { drop, openBrowser } from '../chromium.ts'

/** Issue 3: another tab takes over within this time, in milliseconds. */
const TAKEOVER_LIMIT = 2000

/** How the tab that uploads ends. */
const endings = {
  'is closed': (owner: Page) => owner.close(),
  async 'dies with its process'(owner: Page) {
    const devtools = await owner.context().newCDPSession(owner)
    void devtools.send('Page.crash').catch(() => undefined)
  },
} satisfies Record<string, (owner: Page) => Promise<void>>

const takenOver = (ending: keyof typeof endings): FaultCase => ({
  name: `SESS-15, UPLOAD-19 browser: other tabs, also one opened before, say that a tab uploads and how far it is; when it ${ending}, one takes over within 2 s`,
  async run(rig) {
    rig.proxy.begin(unhurried)
    const surfer = await openBrowser(rig, newProfile(rig))
    try {
      const idle = await surfer.tab()
      await idle.waitForLoadState('networkidle')
      const media = await rig.media(9)
      const arrived = rig.proxy.arrived(2)
      const tag = await drop(rig, surfer.page, media.path)
      await arrived
      const others = [await surfer.tab(), idle]
      for (const tab of others) {
        await tab.getByText(en['session.otherTab']).waitFor()
        await tab.getByText(/^\d+% sent in another tab/).waitFor()
      }
      const isUpload = rig.role === 'trailer' ? /\/api\/v1\/trailer\// : /\/api\/v1\/videos\//
      const asked = others.map(tab => tab.waitForRequest(isUpload))
      const taken = Promise.any(asked).then(() => Date.now())
      await endings[ending](surfer.page)
      const ended = Date.now()
      const took = Math.max(0, (await taken) - ended)
      const held = await proveByItself(rig, tag, { media, faults: [`owner ${ending}`] })
      assert.ok(took <= TAKEOVER_LIMIT, `taking over took ${took} ms, at most ${TAKEOVER_LIMIT}`)
      return { ...held, measured: `taken over after ${(took / 1000).toFixed(2)} s` }
    } finally {
      await surfer.close()
    }
  },
})

export const browserTabCases: readonly FaultCase[] = [
  takenOver('is closed'),
  takenOver('dies with its process'),
]
