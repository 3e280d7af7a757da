import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type ByteCounter, openByteCounter } from './byte-counter.ts'
import { type Measured, median } from './measure.ts'
import type { Command } from './processes.ts'
import type { UploadRig } from './upload-rig.ts'

interface Resumed {
  /** Milliseconds from the start of the second command to its first byte of the file. */
  first: number
  /** MiB sent over the line beyond the size of the file. */
  again: number
}

/** Killed with -9 once half of the file is on the line, then started again: both see nothing but their own records. */
export async function resuming(rig: UploadRig, path: string, rounds: number): Promise<Measured[]> {
  const all = { kinora: [] as Resumed[], tus: [] as Resumed[] }
  for (let round = 0; round < rounds; round += 1) {
    const title = `Resumed ${round}`
    all.kinora.push(await resume(path, rig.urls.kinora, line => rig.start.kinora(path, title, line.url)))
    await rig.forget(title)
    all.tus.push(
      await resume(path, rig.urls.tus, line => rig.start.tus(path, `again-${round}.json`, line.url)),
    )
  }
  const middle = (of: keyof Resumed, who: Resumed[]) => median(who.map(each => each[of]))
  return [
    {
      name: 'killed with -9 halfway: first new byte after',
      ours: middle('first', all.kinora),
      peer: middle('first', all.tus),
      peerName: 'tus-js-client',
      limit: 4,
      unit: 'ms',
    },
    {
      name: 'killed with -9 halfway: sent again',
      ours: Math.max(...all.kinora.map(each => each.again)),
      peer: 4.1,
      peerName: 'one chunk and the words around all of them',
      limit: 1,
      unit: 'MiB',
      detail: `tus ${middle('again', all.tus).toFixed(1)} MiB`,
    },
  ]
}

async function resume(path: string, target: string, start: (line: ByteCounter) => Command): Promise<Resumed> {
  const { size } = statSync(path)
  const line = await openByteCounter(target)
  try {
    const killed = start(line)
    while (line.sent() < size / 2) await wait(2)
    killed.child.kill('SIGKILL')
    await killed.done
    await wait(500)
    const begun = performance.now()
    const moves = line.moves().then(() => performance.now() - begun)
    const again = start(line)
    const first = await moves
    const { code, output } = await again.done
    if (code !== 0) throw new Error(`going on ended with ${code}: ${output}`)
    return { first, again: (line.sent() - size) / 1_048_576 }
  } finally {
    line.close()
  }
}
