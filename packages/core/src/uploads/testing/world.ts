import type { EngineState, UploadSettings } from '../machine/states.ts'
import type { FileSource, Transport } from '../ports.ts'
import { UploadQueue } from '../queue/queue.ts'
import { createFakeClock } from './clock.ts'
import { createLine, type LineFault } from './line.ts'
import { createMemoryFiles, createMemoryLock, createMemoryNetwork, createMemoryRecords } from './memory.ts'
import { createUploadServer } from './server.ts'

/** Digests under way. Other threads compute them: no number of turns says when they are done. */
let hashing = 0
const digest = crypto.subtle.digest.bind(crypto.subtle)
crypto.subtle.digest = (...given) => {
  hashing++
  return digest(...given).finally(() => hashing--)
}

export interface WorldOptions {
  chunkSize?: number
  plan?: (sending: number) => LineFault | undefined
  /** Stands between the queue and the line. */
  wrap?: (transport: Transport) => Transport
}

/** A server, a line to it, a clock, and what a queue keeps: everything that survives the queue itself. */
export function createWorld({ chunkSize = 8, plan, wrap = transport => transport }: WorldOptions = {}) {
  const server = createUploadServer(chunkSize)
  const line = createLine(server, plan)
  const clock = createFakeClock()
  const kept = createStored()
  let user: string | undefined = 'u1'
  const transport = wrap(line.transport)
  return {
    server,
    line,
    clock,
    ...kept,
    signIn(userId: string | undefined): void {
      user = userId
    },
    /** A queue on this machine or, with things of its own, on another one. */
    open(settings: Partial<UploadSettings> = {}, own = kept): UploadQueue {
      const ports = {
        ...own,
        transport,
        clock,
        userId: () => user,
        check: async (file: FileSource) =>
          file.name.endsWith('.mp4') ? [] : [{ path: 'file', code: 'upload.unreadable' as const }],
      }
      return new UploadQueue(ports, { chunkSize, ...settings })
    },
    /** Lets real work finish and virtual time pass until the condition holds; gives up after many turns. */
    async until(condition: () => boolean, turns = 15_000): Promise<void> {
      for (let idle = 0, turn = 0; turn < turns; turn++) {
        if (condition()) return
        await breathe()
        idle = line.isActive() || hashing > 0 ? 0 : idle + 1
        if (idle >= 4 && !condition()) {
          clock.fireNext()
          idle = 0
        }
      }
      throw new Error('The condition did not come true.')
    },
  }
}

/** What one machine keeps. */
export const createStored = () => ({
  network: createMemoryNetwork(),
  records: createMemoryRecords(),
  files: createMemoryFiles(),
  lock: createMemoryLock(),
})

/** Lets everything that can go on without time passing go on. */
export function breathe(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, 0)
  })
}

export const bytesOf = (length: number, seed = 7): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + seed * 17) % 253)

export const kindOf = (queue: UploadQueue, id: string): EngineState['kind'] | undefined =>
  queue.getSnapshot().items.find(item => item.id === id)?.state.kind
