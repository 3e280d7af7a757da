import type { FileSource, KeptFor, QueuePorts } from '../ports.ts'

/** Milliseconds an upload waits for its file to be stored; a large copy continues in the background. */
const STORE_TIMEOUT = 3000

/** Files stored for the time after a reload; an upload whose file finds no room continues without. */
export interface KeptFiles {
  keep(id: string, file: FileSource, of: KeptFor): Promise<void>
  /** Removes the file, also if it is still being stored. */
  forget(id: string): Promise<void>
  /** False if the file couldn't be stored: the person must choose it again after a reload. */
  isKept(id: string): boolean
}

export function createKeptFiles(ports: QueuePorts, onLost: (id: string) => void): KeptFiles {
  const lost = new Set<string>()
  const puts = new Map<string, { isForgotten: boolean }>()
  return {
    isKept: id => !lost.has(id),
    async keep(id, file, of) {
      lost.delete(id)
      const put = { isForgotten: false }
      puts.set(id, put)
      const store = async (): Promise<void> => {
        await ports.files.put(id, file, of)
        if (put.isForgotten && puts.get(id) === put) await ports.files.remove(id)
      }
      const kept = store().catch((error: unknown) => {
        lost.add(id)
        ports.onRecordLost?.(error)
        onLost(id)
      })
      let stop: (() => void) | undefined
      const timeout = new Promise<void>(resolve => {
        stop = ports.clock.setTimeout(resolve, STORE_TIMEOUT)
      })
      await Promise.race([kept, timeout])
      stop?.()
    },
    async forget(id) {
      const put = puts.get(id)
      if (put !== undefined) put.isForgotten = true
      await ports.files.remove(id)
    },
  }
}
