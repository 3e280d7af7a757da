import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { isKinoraError, KinoraError } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BlobPort, StoredObject } from './blobs.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

async function whole(blobs: BlobPort, key: string, range?: { start: number; end: number }): Promise<string> {
  return new Response(await blobs.read(key, range)).text()
}

const never = new AbortController().signal

async function* each(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield text('ba')
  throw new KinoraError('offline')
}

async function* silent(): AsyncGenerator<Uint8Array> {
  yield text('ba')
  await new Promise(() => undefined)
}

async function digestOf(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

async function keysOf(files: AsyncIterable<StoredObject>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files) keys.push(key)
  return keys
}

/** What parts of these texts are to become. */
async function expectedOf(...texts: string[]) {
  const digests = await Promise.all(texts.map(digestOf))
  return { size: texts.join('').length, partSize: texts[0]!.length, digests }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing thrown',
    (error: unknown) => (isKinoraError(error) ? error.code : String(error)),
  )
}

/** What every blob store keeps its word about; `open` begins with an empty one. */
export function describeBlobs(
  name: string,
  open: () => Promise<{ blobs: BlobPort; close(): Promise<void> }>,
): void {
  describe(`blob port on ${name}`, () => {
    let blobs: BlobPort
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ blobs, close } = await open())
    })
    afterAll(() => close())

    test('keeps an object and replaces it', async () => {
      await blobs.put('images/a.jpg', text('one'))
      await blobs.put('images/a.jpg', new Blob(['three']))
      expect(await whole(blobs, 'images/a.jpg')).toBe('three')
      expect(await blobs.size('images/a.jpg')).toBe(5)
    })

    test('says that there is none', async () => {
      expect(await blobs.size('images/none.jpg')).toBeUndefined()
      expect(await codeOf(blobs.read('images/none.jpg'))).toBe('notFound')
      expect(await codeOf(blobs.local('images/none.jpg'))).toBe('notFound')
    })

    test('lists what is below a key, and what is still arriving apart from it', async () => {
      const before = Date.now() - 60_000
      await blobs.put('lists/a/1', text('one'))
      await blobs.put('lists/a/b/2', text('three'))
      await blobs.copy('lists/a/1', 'lists/a/3')
      await blobs.put('lists/other', text('other'))
      expect([await blobs.touch('lists/a/1'), await blobs.touch('lists/a/none')]).toEqual([true, false])
      await blobs.parts.write('lists/a/4', { number: 1, offset: 0, bytes: text('arriving') })
      const list = async (files: AsyncIterable<StoredObject>) => {
        const found: string[] = []
        for await (const { key, size, changedAt } of files) {
          expect(changedAt.getTime()).toBeGreaterThan(before)
          found.push(`${key} ${size}`)
        }
        return found.sort()
      }
      expect(await list(blobs.list('lists/a/'))).toEqual(['lists/a/1 3', 'lists/a/3 3', 'lists/a/b/2 5'])
      expect(await list(blobs.list('lists/a/1'))).toEqual(['lists/a/1 3'])
      expect(await list(blobs.list('lists/none/'))).toEqual([])
      expect(await list(blobs.parts.list('lists/'))).toEqual(['lists/a/4 8'])
      await blobs.parts.abandon('lists/a/4')
      expect(await list(blobs.parts.list('lists/'))).toEqual([])
    })

    test('reads ranges, the end exclusive and never beyond the object', async () => {
      await blobs.put('ranges/a', text('0123456789'))
      expect(await whole(blobs, 'ranges/a', { start: 2, end: 5 })).toBe('234')
      expect(await whole(blobs, 'ranges/a', { start: 8, end: 99 })).toBe('89')
      expect(await whole(blobs, 'ranges/a', { start: 10, end: 20 })).toBe('')
    })

    test('lets a reader go before the end', async () => {
      await blobs.put('ranges/long', new Uint8Array(1_000_000))
      const reader = (await blobs.read('ranges/long')).getReader()
      await reader.read()
      await reader.cancel()
      await blobs.remove('ranges/long')
      expect(await blobs.size('ranges/long')).toBeUndefined()
    })

    test('gives an object a second key; each is replaced and removed on its own', async () => {
      await blobs.put('uploads/one/a', text('bytes'))
      await blobs.put('uploads/two/b', text('former'))
      await blobs.copy('uploads/one/a', 'uploads/two/b')
      await blobs.copy('uploads/one/a', 'uploads/two/b')
      await blobs.copy('uploads/two/b', 'uploads/three/c')
      expect(await whole(blobs, 'uploads/two/b')).toBe('bytes')
      await blobs.put('uploads/one/a', text('other'))
      await blobs.remove('uploads/two/')
      expect(await blobs.size('uploads/two/b')).toBeUndefined()
      expect(await whole(blobs, 'uploads/three/c')).toBe('bytes')
      expect(await whole(blobs, 'uploads/one/a')).toBe('other')
      expect(await codeOf(blobs.copy('uploads/two/b', 'uploads/four'))).toBe('notFound')
      expect(await blobs.size('uploads/four')).toBeUndefined()
    })

    test('gives everything below a prefix a second one, in place of what was there', async () => {
      for (const key of ['streams/a/1/x', 'streams/a/1/y/z', 'streams/b/2/former'])
        await blobs.put(key, text(key))
      await blobs.copy('streams/a/1/', 'streams/b/2/')
      await blobs.copy('streams/a/1/', 'streams/c/3/')
      await blobs.remove('streams/a/1/')
      expect(await whole(blobs, 'streams/b/2/x')).toBe('streams/a/1/x')
      expect(await whole(blobs, 'streams/c/3/y/z')).toBe('streams/a/1/y/z')
      expect(await blobs.size('streams/b/2/former')).toBeUndefined()
      expect(await codeOf(blobs.copy('streams/a/1/', 'streams/d/4/'))).toBe('notFound')
      expect(await blobs.size('streams/d/4/x')).toBeUndefined()
    })

    test('removes one object, or everything below a prefix, and doesn’t mind what is missing', async () => {
      for (const key of ['streams/t/1/a', 'streams/t/1/b/c', 'streams/t/2/a']) await blobs.put(key, text('x'))
      await blobs.remove('streams/t/1/')
      await blobs.remove('streams/t/1/')
      await blobs.remove('streams/none')
      expect(await blobs.size('streams/t/1/b/c')).toBeUndefined()
      expect(await blobs.size('streams/t/2/a')).toBe(1)
    })

    test.each(['../secret', 'a/../../b', '/etc/passwd', 'a//b', '.', 'a/.', 'a\\b', 'a\0b', '', 'ä'])(
      'refuses the key %j',
      async key => {
        expect(await codeOf(blobs.put(key, text('x')))).toBe('notFound')
        expect(await codeOf(blobs.read(key))).toBe('notFound')
        expect(await codeOf(blobs.parts.write(key, { number: 1, offset: 0, bytes: text('x') }))).toBe(
          'notFound',
        )
      },
    )

    test('makes one object of parts in any order, repeated and at the same time, and tells its digest', async () => {
      const part = (number: number, value: string) =>
        blobs.parts.write('uploads/p', { number, offset: (number - 1) * 4, bytes: text(value) })
      await part(3, 'cc')
      await Promise.all([part(1, 'aaaa'), part(2, 'bbbb'), part(1, 'aaaa')])
      expect(await blobs.size('uploads/p')).toBeUndefined()
      const meant = await expectedOf('aaaa', 'bbbb', 'cc')
      const sha256 = await digestOf('aaaabbbbcc')
      expect(await blobs.parts.finish('uploads/p', meant)).toEqual({ sha256 })
      expect(await blobs.parts.finish('uploads/p', meant)).toEqual({ sha256 })
      expect(await whole(blobs, 'uploads/p')).toBe('aaaabbbbcc')
      expect(await keysOf(blobs.parts.list('uploads/'))).toEqual([])
    })

    test('finishes once when asked at the same time, and a part that comes after it spoils nothing', async () => {
      const last = { number: 2, offset: 4, bytes: text('bb') }
      await blobs.parts.write('uploads/twice', { number: 1, offset: 0, bytes: text('aaaa') })
      await blobs.parts.write('uploads/twice', last)
      const meant = await expectedOf('aaaa', 'bb')
      const made = { sha256: await digestOf('aaaabb') }
      const finish = () => blobs.parts.finish('uploads/twice', meant)
      expect(await Promise.all([finish(), finish(), finish()])).toEqual([made, made, made])
      await blobs.parts.write('uploads/twice', { ...last, bytes: text('zz') })
      expect(await finish()).toEqual(made)
      expect(await whole(blobs, 'uploads/twice')).toBe('aaaabb')
      expect(await keysOf(blobs.parts.list('uploads/'))).toEqual([])
    })

    test('OPS-02 makes nothing of parts that are missing or damaged, names them, and goes on once they are there', async () => {
      const key = 'uploads/damaged'
      const write = (number: number, value: string) =>
        blobs.parts.write(key, { number, offset: (number - 1) * 4, bytes: text(value) })
      const meant = await expectedOf('aaaa', 'bbbb', 'cc')
      expect(await blobs.parts.finish(key, meant)).toEqual({ damaged: [1, 2, 3] })
      await write(1, 'aaaa')
      await write(2, 'bxbb')
      await write(3, 'cc')
      expect(await blobs.parts.finish(key, meant)).toEqual({ damaged: [2] })
      expect(await blobs.size(key)).toBeUndefined()
      await write(2, 'bbbb')
      expect(await blobs.parts.finish(key, meant)).toEqual({ sha256: await digestOf('aaaabbbbcc') })
      expect(await whole(blobs, key)).toBe('aaaabbbbcc')
    })

    test('OPS-02 takes an object that is damaged for none: its parts are asked for again', async () => {
      const meant = await expectedOf('aaaa', 'bb')
      await blobs.put('uploads/rotten', text('aaaabX'))
      expect(await blobs.parts.finish('uploads/rotten', meant)).toEqual({ damaged: [1, 2] })
      expect(await blobs.size('uploads/rotten')).toBeUndefined()
    })

    describe('a part that is taken as it arrives', () => {
      const letters = (count: number) =>
        Array.from({ length: count }, (_, at) => text('abcdefghij'[at % 10]!))
      const arrive = async (
        key: string,
        pieces: AsyncIterable<Uint8Array>,
        meant: string | Uint8Array<ArrayBuffer>,
        { offset = 4, signal = never } = {},
      ) => {
        const [size, digest] = [meant.length, await digestOf(meant)]
        return blobs.parts.receive(key, { number: 2, offset, size, digest, pieces, signal })
      }

      test('is where it belongs, and its size and digest are told', async () => {
        const told = await arrive('uploads/r', each(letters(4)), 'abcd')
        expect(told).toEqual({ size: 4, digest: await digestOf('abcd') })
        await blobs.parts.write('uploads/r', { number: 1, offset: 0, bytes: text('1234') })
        await blobs.parts.finish('uploads/r', await expectedOf('1234', 'abcd'))
        expect(await whole(blobs, 'uploads/r')).toBe('1234abcd')
      })

      test('is whole where the memory of one piece is that of the next', async () => {
        const memory = new Uint8Array(50_000)
        async function* refilled(): AsyncGenerator<Uint8Array> {
          for (let at = 0; at < 60; at++) yield memory.fill(at)
        }
        const parts = Array.from({ length: 60 }, (_, at) => new Uint8Array(50_000).fill(at))
        const bytes = await buffer(new Blob(parts).stream())
        const digests = [await digestOf(bytes)]
        const part = { number: 1, offset: 0, size: bytes.length, digest: digests[0]!, pieces: refilled() }
        await blobs.parts.receive('uploads/refilled', { ...part, signal: never })
        const meant = { size: bytes.length, partSize: bytes.length, digests }
        expect(await blobs.parts.finish('uploads/refilled', meant)).toEqual({ sha256: digests[0] })
      })

      test('is whole when its pieces are many and large', async () => {
        const pieces = Array.from({ length: 70 }, (_, at) => new Uint8Array(50_000).fill(at))
        const bytes = await buffer(new Blob(pieces).stream())
        const { size, digest } = await arrive('uploads/large', each(pieces), bytes, { offset: 3_600_000 })
        const head = new Uint8Array(3_600_000)
        await blobs.parts.write('uploads/large', { number: 1, offset: 0, bytes: head })
        const digests = [await digestOf(head), digest]
        await blobs.parts.finish('uploads/large', { size: 7_100_000, partSize: 3_600_000, digests })
        const stored = await buffer(await blobs.read('uploads/large', { start: 3_600_000, end: 7_100_000 }))
        expect([size, digest]).toEqual([3_500_000, await digestOf(stored)])
      })

      test('OPS-02 writes nothing where more came or something else, and tells what came', async () => {
        await blobs.parts.write('uploads/long', { number: 2, offset: 4, bytes: text('abzz') })
        expect(await arrive('uploads/long', each(letters(9)), 'ab')).toMatchObject({ size: 9 })
        const other = await arrive('uploads/long', each([text('xxxx')]), 'abzz')
        expect(other).toEqual({ size: 4, digest: await digestOf('xxxx') })
        await blobs.parts.write('uploads/long', { number: 1, offset: 0, bytes: text('1234') })
        await blobs.parts.finish('uploads/long', await expectedOf('1234', 'abzz'))
        expect(await whole(blobs, 'uploads/long')).toBe('1234abzz')
        expect(await blobs.digests('uploads/long', 3)).toEqual({
          whole: await digestOf('1234abzz'),
          parts: [await digestOf('123'), await digestOf('4ab'), await digestOf('zz')],
        })
      })

      test('ends with its line, or when it is told to, and can be written again', async () => {
        expect(await codeOf(arrive('uploads/cut', broken(), 'good'))).toBe('offline')
        const stop = new AbortController()
        const waiting = codeOf(arrive('uploads/cut', silent(), 'good', { signal: stop.signal }))
        stop.abort(new KinoraError('conflict'))
        expect(await waiting).toBe('conflict')
        await arrive('uploads/cut', each([text('good')]), 'good')
        await blobs.parts.write('uploads/cut', { number: 1, offset: 0, bytes: text('1234') })
        await blobs.parts.finish('uploads/cut', await expectedOf('1234', 'good'))
        expect(await whole(blobs, 'uploads/cut')).toBe('1234good')
      })
    })

    test('tells the digest of a whole object', async () => {
      const bytes = new Uint8Array(3_500_000).fill(7)
      await blobs.put('uploads/told', bytes)
      expect(await blobs.digest('uploads/told', never)).toBe(await digestOf(bytes))
      expect(await codeOf(blobs.digest('uploads/nothing', never))).toBe('notFound')
      expect(await codeOf(blobs.digests('uploads/nothing', 4))).toBe('notFound')
    })

    test('forgets parts that are abandoned', async () => {
      await blobs.parts.write('uploads/short', { number: 1, offset: 0, bytes: text('aaaa') })
      await blobs.parts.abandon('uploads/short')
      await blobs.parts.abandon('uploads/short')
      expect(await blobs.parts.finish('uploads/short', await expectedOf('aaaa'))).toEqual({ damaged: [1] })
    })

    test('hands out a local path to the bytes', async () => {
      await blobs.put('uploads/local', text('bytes'))
      const local = await blobs.local('uploads/local')
      expect(await readFile(local.path, 'utf8')).toBe('bytes')
      await local.release()
    })

    test('adopts a folder from scratch, in place of what was there', async () => {
      const scratch = await blobs.scratch('job-1')
      const fill = async (name: string) => {
        await mkdir(`${scratch.path}/out/deep`, { recursive: true })
        await writeFile(`${scratch.path}/out/deep/${name}`, name)
      }
      await fill('old')
      await blobs.adopt('streams/s/', `${scratch.path}/out`)
      await fill('new')
      await blobs.adopt('streams/s/', `${scratch.path}/out`)
      expect(await whole(blobs, 'streams/s/deep/new')).toBe('new')
      expect(await blobs.size('streams/s/deep/old')).toBeUndefined()
    })

    test('keeps a scratch folder between tries until it is discarded', async () => {
      await writeFile(`${(await blobs.scratch('job-2')).path}/step`, 'done')
      const again = await blobs.scratch('job-2')
      expect(await readFile(`${again.path}/step`, 'utf8')).toBe('done')
      await again.discard()
      await expect(readFile(`${again.path}/step`)).rejects.toThrow()
    })

    test('knows, or says that it doesn’t know, how much is free; of its working disk it knows', async () => {
      const free = await blobs.free()
      expect(free === undefined || free > 0).toBe(true)
      expect(await blobs.room()).toBeGreaterThan(0)
    })
  })
}
