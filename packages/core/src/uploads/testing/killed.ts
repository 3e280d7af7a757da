import { createMemoryFile } from './memory.ts'
import { bytesOf, createWorld } from './world.ts'

/** Five chunks where a chunk has 8 bytes. */
export const file = (seed = 1, size = 40) => createMemoryFile(bytesOf(size, seed), 'a.mp4')
export const target = { tag: 't1', role: 'video' } as const
export const id = 'video:t1'

/** A world in which an upload was killed: three of five chunks were sent, two are acknowledged. */
export async function createKilledWorld() {
  const world = createWorld({ plan: sending => (sending === 2 ? 'silence' : undefined) })
  const queue = world.open()
  await queue.add([{ ...target, file: file() }])
  await world.until(() => world.line.sent.length === 3)
  await queue.dispose()
  return world
}
