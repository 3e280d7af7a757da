import { setTimeout as wait } from 'node:timers/promises'
import { begin, proveByItself } from '../browsing.ts'
import type { FaultCase } from '../cases.ts'
import { openBrowser } from '../chromium.ts'
import { faults } from '../proxy.ts'

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

/** Chromium itself sends a request again whose kept connection breaks: the proxy counts that as well. */
const reset: FaultCase = {
  name: 'UPLOAD-08, UPLOAD-29 browser: the connection is reset under a chunk, before and after the server has it',
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      const kinds = ['connection reset before the server has the chunk', 'answer swallowed'] as const
      const [before, after] = [rig.random.between(4, 5), rig.random.between(6, 7)]
      rig.proxy.plan = ({ chunk, times }) =>
        times > 1
          ? undefined
          : chunk === before
            ? faults[kinds[0]]
            : chunk === after
              ? faults[kinds[1]]
              : undefined
      return await proveByItself(rig, tag, { media, faults: [...kinds] })
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
  reset,
]
