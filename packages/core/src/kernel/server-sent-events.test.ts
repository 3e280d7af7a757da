import { describe, expect, test } from 'vitest'
import { readServerSentEvents } from './server-sent-events.ts'

const streamOf = (...pieces: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
const read = async (body: ReadableStream<Uint8Array>, signal?: AbortSignal) => {
  const got = []
  for await (const message of readServerSentEvents(body, { signal, silence: 0x7fffffff })) got.push(message)
  return got
}

describe('HOOK-05 server-sent events', () => {
  test.each([
    ['a message', ['id: evt_1\nevent: a.b\ndata: {}\n\n'], [{ id: 'evt_1', event: 'a.b', data: '{}' }]],
    ['one in pieces', ['id: ev', 't_1\ndata: {"a":', '1}\n', '\n'], [{ id: 'evt_1', data: '{"a":1}' }]],
    ['comments', [': open\n\n', ': still here\n\ndata: 1\n\n'], [{ data: '' }, { data: '' }, { data: '1' }]],
    ['a place without data', ['id: evt_7\n\n'], [{ id: 'evt_7', data: '' }]],
    ['several lines of data', ['data: a\ndata: b\n\n'], [{ data: 'a\nb' }]],
    ['lines of another system', ['data: a\r\n\r\ndata: b\r\n\r\n'], [{ data: 'a' }, { data: 'b' }]],
    ['a space and a colon in the data', ['data:  a: b\n\n'], [{ data: ' a: b' }]],
    ['no half message at the end', ['data: 1\n\ndata: 2\n'], [{ data: '1' }]],
  ])('%s', async (_, pieces, messages) => {
    expect(await read(streamOf(...pieces))).toEqual(messages)
  })

  test('letters of several bytes may be cut', async () => {
    const bytes = new TextEncoder().encode('data: 日本\n\n')
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await read(body)).toEqual([{ data: '日本' }])
  })

  test('one that breaks off or is aborted ends, and is let go', async () => {
    const broken = new ReadableStream<Uint8Array>({ pull: controller => controller.error(new Error('gone')) })
    expect(await read(broken)).toEqual([])
    let isLetGo = false
    const stop = new AbortController()
    const open = new ReadableStream<Uint8Array>({
      pull: () => stop.abort(),
      cancel() {
        isLetGo = true
      },
    })
    expect(await read(open, stop.signal)).toEqual([])
    expect(isLetGo).toBe(true)
  })

  test('one that falls silent is taken for gone', async () => {
    const silent = new ReadableStream<Uint8Array>({})
    const messages = readServerSentEvents(silent, { silence: 1 })
    expect((await messages.next()).done).toBe(true)
  })
})
