import { begin, proveByItself, unhurried } from '../browsing.ts'
import type { FaultCase } from '../cases.ts'
import { type FaultName, faults } from '../proxy.ts'

/**
 * Each fault of the line in mid-upload and once more at the last chunk. Chromium itself sends a request again whose kept
 * connection breaks: the proxy counts that as well.
 */
const lineCase = (fault: FaultName): FaultCase => ({
  name: `UPLOAD-08, UPLOAD-29 browser: ${fault}`,
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      const chunks = [rig.random.between(4, media.chunks - 1), media.chunks]
      rig.proxy.plan = exchange =>
        exchange.chunk !== undefined && chunks.includes(exchange.chunk) && exchange.times === 1
          ? faults[fault]
          : unhurried(exchange)
      return await proveByItself(rig, tag, {
        media,
        faults: chunks.map(chunk => `${fault} (chunk ${chunk})`),
      })
    } finally {
      await surfer.close()
    }
  },
})

export const browserLineCases: readonly FaultCase[] = (Object.keys(faults) as FaultName[]).map(lineCase)
