import { describe, expect, test } from 'vitest'
import type { BinaryResponse } from '../kernel/endpoint.ts'
import { KinoraError } from '../kernel/errors.ts'
import { createMessages } from '../kernel/messages.ts'
import { retryPolicy } from '../kernel/retry.ts'
import { en } from '../messages/en.ts'
import { downloadDocument } from './download.ts'
import { checkDocument, pdfIssue } from './schema.ts'

const found = (draft: object) => checkDocument(draft).map(({ path, code }) => `${path} ${code}`)

describe('DOC-01, DOC-03, VAL-28 the fields of a document', () => {
  test.each([
    ['nothing to check', {}, []],
    ['a blank title', { title: ' ' }, ['title required.title']],
    ['a title of 40', { title: 'a'.repeat(40) }, []],
    ['a title of 41', { title: 'a'.repeat(41) }, ['title validation.tooLong']],
    ['a description of 90', { description: 'a'.repeat(90) }, []],
    ['a description of 91', { description: 'a'.repeat(91) }, ['description validation.tooLong']],
    ['no description', { description: '' }, []],
    ['a name', { documentName: 'Plan.PDF' }, []],
    ['another ending', { documentName: 'plan.docx' }, ['documentName document.name']],
    [
      'a character that no name has',
      { documentName: 'a?.pdf' },
      ['documentName validation.fileNameCharacters'],
    ],
  ])('%s', (_, draft, issues) => expect(found(draft)).toEqual(issues))

  test('DOC-02 every fault of a PDF names the mend', () => {
    const { issue } = createMessages(en)
    const words = (['encrypted', 'damaged', 'noPages', 'tooComplex'] as const).map(fault =>
      issue(pdfIssue(fault)),
    )
    for (const text of words) expect(text).toMatch(/choose (it again|that one)\.$/)
  })
})

const whole = 'abcdefghij'
const digest = 'd1'
/** What a connection gives: the bytes up to a place, then its end or nothing more. */
type Line = { upTo: number; digest?: string; ranges?: boolean } | KinoraError

/** A server whose connections behave as they are told, one after the other. */
function setUp(lines: readonly Line[], begun?: { bytes: number; digest: string }) {
  const asked: unknown[] = []
  const said: string[] = []
  let text = begun === undefined ? '' : whole.slice(0, begun.bytes)
  let next = 0
  const send = async (_: unknown, __: unknown, { headers }: { headers?: Record<string, string> } = {}) => {
    asked.push(headers?.range)
    const line = lines[next++]!
    if (line instanceof KinoraError) throw line
    const etag = `"${line.digest ?? digest}"`
    const isSame = headers?.['if-range'] === etag && line.ranges !== false
    const start = isSame ? Number(/\d+/.exec(headers?.range ?? '0')![0]) : 0
    let left = whole.slice(start, line.upTo)
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left !== '') controller.enqueue(new TextEncoder().encode(left))
          else if (line.upTo < whole.length) controller.error(new TypeError('terminated'))
          else controller.close()
          left = ''
        },
      },
      { highWaterMark: 0 },
    )
    return { body, contentType: '', etag, start, total: whole.length } satisfies BinaryResponse
  }
  const stopped = new AbortController()
  const waits: number[] = []
  const run = () =>
    downloadDocument(send as never, {
      ...{ tenantId: 't', documentId: 'd', begun, signal: stopped.signal },
      sink: {
        write(piece) {
          text += new TextDecoder().decode(piece)
        },
        restart() {
          text = ''
          said.push('restart')
        },
      },
      onProgress: ({ done, total, waiting }) => said.push(waiting ? 'waiting' : `${done}/${total}`),
      async sleep(milliseconds) {
        waits.push(milliseconds)
        stopped.signal.throwIfAborted()
      },
    })
  return { run, asked, said, waits, stop: () => stopped.abort(), text: () => text }
}

const offline = new KinoraError('offline')

describe('DOC-06, API-114 a download', () => {
  test('comes whole, with its progress', async () => {
    const { run, asked, said, text } = setUp([{ upTo: 10 }])
    expect([await run(), text()]).toEqual([{ digest }, whole])
    expect([asked, said]).toEqual([[undefined], ['0/10', '10/10']])
  })

  test('goes on where connections broke', async () => {
    const { run, asked, said, text } = setUp([offline, { upTo: 4 }, { upTo: 4 }, { upTo: 7 }, { upTo: 10 }])
    await run()
    expect(text()).toBe(whole)
    expect(asked).toEqual([undefined, undefined, 'bytes=4-', 'bytes=4-', 'bytes=7-'])
    expect(said.filter(each => each === 'waiting')).toHaveLength(4)
    expect(said).not.toContain('restart')
  })

  test('law 15: a server that says when it is free again is asked no earlier', async () => {
    const { run, waits } = setUp([new KinoraError('server', { status: 503, retryAfter: 5 }), { upTo: 10 }])
    await run()
    expect(waits.map(milliseconds => milliseconds >= 5000)).toEqual([true])
    const hour = new KinoraError('server', { status: 503, retryAfter: 3600 })
    const patient = setUp([hour, { upTo: 10 }])
    await expect(patient.run()).rejects.toBe(hour)
    expect(patient.waits).toEqual([])
  })

  test('goes on with what an earlier one left', async () => {
    const { run, asked, text } = setUp([{ upTo: 10 }], { bytes: 6, digest })
    await run()
    expect([asked, text()]).toEqual([['bytes=6-'], whole])
  })

  test.each<[string, Line]>([
    ['was replaced meanwhile', { upTo: 10, digest: 'd2' }],
    ['is given whole by a server without ranges', { upTo: 10, ranges: false }],
  ])('begins anew where the file %s', async (_, line) => {
    const { run, said, text } = setUp([{ upTo: 4 }, line])
    await run()
    expect([text(), said.includes('restart')]).toEqual([whole, true])
  })

  test('ends with the failure that doesn’t pass, at once or after some tries', async () => {
    const missing = new KinoraError('notFound')
    await expect(setUp([missing]).run()).rejects.toBe(missing)
    const { run, asked } = setUp(Array<Line>(9).fill(offline))
    await expect(run()).rejects.toBe(offline)
    expect(asked).toHaveLength(retryPolicy.command.tries)
  })

  test('that is stopped is aborted, also while it waits', async () => {
    const waiting = setUp([offline])
    waiting.stop()
    await expect(waiting.run()).rejects.toMatchObject({ code: 'aborted' })
  })
})
