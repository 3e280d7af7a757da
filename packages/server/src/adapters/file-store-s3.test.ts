import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMessages, en, type KinoraError } from '@kinora/core'
import { checkMediaFile } from '@kinora/core/media'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../scripts/patience.ts'
import { freePort } from '../../test/cluster.ts'
import { openSilentLine } from '../../test/silent-line.ts'
import { hasSwift, inSwift, key, type Swift, startSwift } from '../../test/swift.ts'
import { code, describeFileStore, pulse } from '../ports/file-store.conformance.ts'
import { type Log, silentLog } from '../ports/runtime.ts'
import { openStore, type StorePlace } from './blobs-s3/store.ts'
import { openS3FileStore } from './file-store-s3.ts'

describe.skipIf(!hasSwift)(`a prefix of a bucket${inSwift}`, () => {
  let swift: Swift
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())

  /** A bucket, what lays files in it, and the store that reads them. */
  async function openPlace(log: Log = silentLog) {
    const place = await swift.createBucket()
    const lay = openStore(place)
    const store = await openS3FileStore(place, log)
    return {
      ...{ place, lay, store },
      put: (path: string, text: string) => lay.put(path, new TextEncoder().encode(text)),
      async close() {
        store.close()
        lay.close()
      },
    }
  }

  describeFileStore('S3', openPlace)

  test('objects that stand for a folder are no files', async () => {
    const { store, put, close } = await openPlace()
    await put('tenants/pulsehouse/media/', '')
    await put('tenants/pulsehouse/media/a.mp4', 'bytes')
    expect(await store.look(pulse)).toEqual({ files: 1 })
    expect(await code(store.open(pulse, 'media/'))).toBe('notFound')
    await close()
  })

  test('BULK-10 a start says what is wrong with the setting, and how to mend it', async () => {
    const place = await swift.createBucket()
    const said = (change: Partial<StorePlace>) =>
      openS3FileStore({ ...place, ...change }, silentLog).then(
        store => store.close(),
        (error: KinoraError) => error.detail,
      )
    expect(await said({})).toBeUndefined()
    expect(await said({ bucket: 'no-bucket' })).toMatch(
      /no bucket no-bucket .* or change KINORA_FILE_STORE\./,
    )
    expect(await said({ credentials: { ...key, accessKeyId: 'kinora:guest' } })).toContain(
      'doesn’t let this key list in the bucket',
    )
    const wrong = { credentials: { ...key, secretAccessKey: 'another' } }
    expect(await said(wrong)).toContain('AWS_SECRET_ACCESS_KEY isn’t the secret')
    expect(await said({ ...wrong, isApart: true })).toContain('KINORA_FILE_STORE_AWS_SECRET_ACCESS_KEY isn’t')
  })

  test('BULK-10 a store that isn’t there just now is told from one that is gone, and stops no start', async () => {
    const warned: object[] = []
    const place = { ...(await swift.createBucket()), endpoint: `http://127.0.0.1:${await freePort()}` }
    const store = await openS3FileStore(place, { ...silentLog, warn: fields => warned.push(fields) })
    expect(warned).toMatchObject([{ err: { code: 'offline' } }])
    await expect(store.isReachable(pulse)).rejects.toMatchObject({
      code: 'offline',
      detail: en['error.storageGone'],
    })
    expect([await store.look(pulse), await code(store.open(pulse, 'a.mp4'))]).toEqual([undefined, 'offline'])
    store.close()
  })

  test('BULK-10 a bucket that is missing once the store answers is gone, with how to mend it in the log', async () => {
    const warned: object[] = []
    const place = { ...(await swift.createBucket()), bucket: 'no-bucket' }
    await swift.kill()
    const store = await openS3FileStore(place, { ...silentLog, warn: fields => warned.push(fields) })
    await expect(store.isReachable(pulse)).rejects.toMatchObject({ code: 'offline' })
    await swift.start()
    expect([await store.isReachable(pulse), await store.look(pulse)]).toEqual([false, undefined])
    expect(warned.at(-1)).toMatchObject({
      err: { code: 'invalid', detail: expect.stringContaining('Make it') },
    })
    store.close()
  })

  test('BULK-10 what the key may not read is told from what isn’t there', async () => {
    const warned: object[] = []
    const { place, put, close } = await openPlace()
    await put('tenants/pulsehouse/a.mp4', 'bytes')
    await swift.kill()
    const guest = { ...place, credentials: { ...key, accessKeyId: 'kinora:guest' } }
    const store = await openS3FileStore(guest, { ...silentLog, warn: fields => warned.push(fields) })
    await swift.start()
    expect([await code(store.open(pulse, 'a.mp4')), await store.isReachable(pulse)]).toEqual([
      'forbidden',
      false,
    ])
    const detail = expect.stringContaining('change its policy')
    expect(warned.at(-1)).toMatchObject({ err: { code: 'invalid', detail } })
    store.close()
    await close()
  })

  test('a file that is written over, or goes, while it is read fails in the words of the register', async () => {
    const { store, put, lay, close } = await openPlace()
    const words = async (path: string, act: () => Promise<unknown>) => {
      await put(path, 'ftyp')
      const file = await store.open(pulse, path.slice('tenants/pulsehouse/'.length))
      await act()
      return createMessages(en).advise((await checkMediaFile('video', file)).issues)
    }
    const path = 'tenants/pulsehouse/a.mp4'
    expect(await words(path, () => put(path, 'moov'))).toBe(en['upload.unreadable'])
    expect(await words(path, () => lay.delete(path))).toBe(en['upload.unreadable'])
    await close()
  })

  test('BULK-10 a bucket that lists but doesn’t hand out what lies there says nothing of a file', async () => {
    const { place, put, close } = await openPlace()
    await put('tenants/pulsehouse/a.mp4', 'bytes')
    const busy = await openBusyDoor(swift.endpoint)
    const store = await openS3FileStore({ ...place, endpoint: busy.endpoint }, silentLog)
    const file = await store.open(pulse, 'a.mp4')
    const said = async (status: number) => {
      busy.refuse(status)
      return code(checkMediaFile('video', file))
    }
    expect([await said(503), await said(429), await said(400), await said(403)]).toEqual([
      ...['offline', 'offline', 'offline', 'forbidden'],
    ])
    expect([await store.isReachable(pulse), await store.look(pulse)]).toEqual([true, { files: 1 }])
    store.close()
    await busy.close()
    await close()
  })

  test('what is read no more lets its connection go', async () => {
    const { place, lay, close } = await openPlace()
    await lay.put('tenants/pulsehouse/a.mp4', new Uint8Array(8_388_608))
    const line = await openSilentLine(Number(new URL(swift.endpoint).port))
    const store = await openS3FileStore({ ...place, endpoint: line.endpoint }, silentLog)
    const leaving = new AbortController()
    const file = await store.open(pulse, 'a.mp4', leaving.signal)
    line.silenceAfter(1_048_576)
    const reading = code(file.blob.slice(0, 4_194_304).arrayBuffer())
    await until('bytes come, and then none', async () => line.isHeld())
    leaving.abort()
    expect(await reading).toBe('aborted')
    await until('its connection is gone', async () => !line.isHeld())
    expect(await code(store.open(pulse, 'a.mp4', leaving.signal))).toBe('aborted')
    store.close()
    await line.close()
    await close()
  })
})

/** A door to the store that answers each GET of an object with a status of its own once it is told to. */
async function openBusyDoor(endpoint: string) {
  const { hostname, port } = new URL(endpoint)
  let refused = 0
  const server = createServer((asked, answer) => {
    if (refused > 0 && asked.method === 'GET' && !asked.url!.includes('list-type')) {
      answer.writeHead(refused, { 'content-type': 'application/xml' })
      return answer.end('<Error><Code>Refused</Code><Message>Not now.</Message></Error>')
    }
    const { method, url: path, headers } = asked
    const there = request({ hostname, port, method, path, headers }, found => {
      answer.writeHead(found.statusCode!, found.headers)
      found.pipe(answer)
    })
    there.on('error', () => answer.destroy())
    return asked.pipe(there)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse(status: number) {
      refused = status
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
