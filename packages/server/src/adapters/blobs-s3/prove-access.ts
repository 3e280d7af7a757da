import { isKinoraError } from '@kinora/core'
import * as z from 'zod'
import { explainRefusal } from './errors.ts'
import { openReading, wholeOf } from './read.ts'
import type { Store, StorePlace } from './store.ts'

/** Writes, reads, lists and deletes an object, so that a wrong setting is told at the start and not to who uploads. */
export async function proveAccess(store: Store, { bucket, endpoint }: StorePlace): Promise<void> {
  const key = `probe/${crypto.randomUUID()}`
  const trying = async <T>(act: string, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explainRefusal(error, { bucket, endpoint, act })
    })
  await trying('write', store.put(key, new Uint8Array([1])))
  await trying('read', openReading(store, key).then(wholeOf))
  await trying('list', listAll(store, 'probe/'))
  await trying('list unfinished uploads', listUnfinished(store))
  await trying('delete', store.delete(key))
}

async function listAll(store: Store, key: string): Promise<void> {
  for await (const _ of store.list(key)) return
}

async function listUnfinished(store: Store): Promise<void> {
  for await (const _ of store.listUnfinished('probe/')) return
}

const Mark = z.object({ platform: z.string() })

/** The platform whose files the store holds; undefined where it bears no mark. */
export async function readMark(store: Store): Promise<string | undefined> {
  try {
    const bytes = await wholeOf(await openReading(store, store.markKey))
    return Mark.parse(JSON.parse(new TextDecoder().decode(bytes))).platform
  } catch (error) {
    if (isKinoraError(error) && error.code === 'notFound') return undefined
    throw error
  }
}

export const writeMark = (store: Store, platform: string): Promise<void> =>
  store.put(store.markKey, new TextEncoder().encode(`${JSON.stringify({ platform })}\n`))
