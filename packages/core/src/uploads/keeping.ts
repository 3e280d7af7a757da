import type { FileSource, QueuePorts } from './ports.ts'

/** An upload waits so long for its file to be kept, in milliseconds; a large copy is finished beside it. */
const KEEP_PATIENCE = 3000

/** Files kept for the time after a reload; without room for one its upload goes on all the same. */
export interface Keeping {
  keep(id: string, file: FileSource): Promise<void>
  /** False once it has turned out that a file can't be kept: the person must choose it again after a reload. */
  isKept(id: string): boolean
}

export function createKeeping(ports: QueuePorts, onLost: (id: string) => void): Keeping {
  const lost = new Set<string>()
  return {
    isKept: id => !lost.has(id),
    async keep(id, file) {
      lost.delete(id)
      const kept = ports.files.put(id, file).catch((error: unknown) => {
        lost.add(id)
        ports.onRecordLost?.(error)
        onLost(id)
      })
      let stop: (() => void) | undefined
      const patience = new Promise<void>(resolve => {
        stop = ports.clock.setTimeout(resolve, KEEP_PATIENCE)
      })
      await Promise.race([kept, patience])
      stop?.()
    },
  }
}
