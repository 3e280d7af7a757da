import { setTimeout as wait } from 'node:timers/promises'
import { begin, proveByItself } from '../browsing.ts'
import type { FaultCase } from '../cases.ts'
import { openBrowser } from '../chromium.ts'

const reloaded: FaultCase = {
  name: 'UPLOAD-04, SESS-10, SESS-11 browser: the page is reloaded in mid-upload and goes on by itself',
  quick: true,
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      await wait(rig.random.between(0, 400))
      await surfer.page.reload()
      return await proveByItself(rig, tag, { media, faults: ['reload'] })
    } finally {
      await surfer.close()
    }
  },
}

const reopened = (how: 'close' | 'kill'): FaultCase => ({
  name: `UPLOAD-04, UPLOAD-06, SESS-10, SESS-11 browser: ${how === 'close' ? 'closed' : 'killed -9'} in mid-upload; the same profile, opened again, goes on by itself`,
  async run(rig) {
    const { surfer, profile, media, tag } = await begin(rig)
    await wait(rig.random.between(0, 400))
    await surfer[how]()
    const again = await openBrowser(rig, profile)
    try {
      return await proveByItself(rig, tag, { media, faults: [how] })
    } finally {
      await again.close()
    }
  },
})

const serverKilled: FaultCase = {
  name: 'UPLOAD-08, UPLOAD-29 browser: the server is killed -9 and started again; the upload goes on by itself',
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      await wait(rig.random.between(0, 400))
      await rig.restart()
      return await proveByItself(rig, tag, { media, faults: ['kill -9 of the server'] })
    } finally {
      await surfer.close()
    }
  },
}

export const browserKillCases: readonly FaultCase[] = [
  reloaded,
  reopened('close'),
  reopened('kill'),
  serverKilled,
]
