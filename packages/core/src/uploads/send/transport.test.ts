import { describe, expect, test } from 'vitest'
import { contract } from '../../contract.ts'
import { createSend } from '../../kernel/client.ts'
import type { Endpoint } from '../../kernel/endpoint.ts'
import { KinoraError } from '../../kernel/errors.ts'
import { calls } from './calls.ts'
import { createTransport, toTrailerProcessing, toVideoProcessing } from './transport.ts'

const video = { tag: 't1', role: 'video' } as const

describe('EMBED-03 the calls of an upload without their schemas', () => {
  const sent = ({ input: _input, output: _output, wireNames, ...endpoint }: Endpoint) => ({
    ...{ method: endpoint.method, path: endpoint.path, allow: endpoint.allow, status: endpoint.status },
    ...{ query: endpoint.query, headers: endpoint.headers, constants: endpoint.constants },
    ...{ body: endpoint.body, none: endpoint.none, families: endpoint.families },
    ...{ multipart: endpoint.multipart, streamed: endpoint.streamed },
    names: JSON.parse(JSON.stringify(wireNames())),
  })
  const endpoints = Object.values(contract).flatMap((noun): Endpoint[] => Object.values(noun))

  test.each(Object.values(calls).map((each): [string, Endpoint] => [each.id, each]))(
    '%s goes out as its endpoint does',
    (id, call) => {
      expect(sent(call)).toEqual(sent(endpoints.find(endpoint => endpoint.id === id)!))
    },
  )
})

describe('UPLOAD-28 API-16 API-19 API-21 API-22 the calls', () => {
  const seen: string[] = []
  const answers = new Map<string, unknown>()
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const form = init.body instanceof FormData ? [...init.body.keys()].sort().join(',') : ''
    seen.push(`${init.method} ${String(url)} ${form}`.trim())
    const answer = answers.get(String(url))
    return answer === undefined
      ? Response.json({ message: 'not found' }, { status: 404 })
      : Response.json(answer)
  }
  const tokens = { get: () => ({ token: 'x' }), set: () => undefined, clear: () => undefined }
  const transport = createTransport(
    createSend({ baseUrl: '', fetch: fetch as typeof globalThis.fetch, tokens }),
    { onWrite: () => seen.push('written') },
  )
  const options = { signal: new AbortController().signal }
  const chunk = {
    chunkNumber: 1,
    totalNumberOfChunks: 1,
    identifier: 'a'.repeat(64),
    fileName: 'a.mp4',
    totalSize: 3,
    digest: 'b'.repeat(64),
    file: new Blob(['abc']),
  }

  test('go to the addresses of the register', async () => {
    for (const [address, answer] of [
      ['/api/v1/videos/t1', {}],
      ['/api/v1/trailer/t1', {}],
      ['/api/v1/encodevideo/t1', { status: 200 }],
      ['/api/v1/encodetrailer/t1', { status: 200 }],
      ['/api/v1/cancelcontent?isTrailerFile=true&titleTag=t1', { status: 200 }],
      ['/api/v1/titles?titleTags=t1', { data: [{ tag: 't1', status: 8, videoStatus: 6 }] }],
    ] as const)
      answers.set(address, answer)
    const trailer = { tag: 't1', role: 'trailer' } as const
    await transport.chunk(video, chunk, options)
    await transport.chunk(trailer, chunk, options)
    await transport.encode(video, options)
    await transport.encode(trailer, options)
    await transport.cancel(trailer, options)
    expect(await transport.watch(video, options)).toEqual({ kind: 'done' })
    const parts = 'chunkNumber,digest,file,fileName,identifier,totalNumberOfChunks,totalSize'
    expect(seen).toEqual([
      `POST /api/v1/videos/t1 ${parts}`,
      `POST /api/v1/trailer/t1 ${parts}`,
      'POST /api/v1/encodevideo/t1',
      'written',
      'POST /api/v1/encodetrailer/t1',
      'written',
      'PUT /api/v1/cancelcontent?isTrailerFile=true&titleTag=t1',
      'written',
      'GET /api/v1/titles?titleTags=t1',
    ])
  })

  test('an unknown upload is no error, an unknown title is', async () => {
    answers.set('/api/v1/videos/t2', null)
    expect(await transport.state({ ...video, tag: 't2' }, options)).toBeUndefined()
    await expect(transport.state({ ...video, tag: 'gone' }, options)).rejects.toBeInstanceOf(KinoraError)
    await expect(transport.watch({ ...video, tag: 'gone' }, options)).rejects.toBeInstanceOf(KinoraError)
  })

  test('E-2 E-3 statuses become what happens to the file', () => {
    const of = (videoStatus: number | null, status = 6) =>
      toVideoProcessing({ status, videoStatus, errorType: 'processing.noVideo' })
    expect([null, 1, 2, 3, 4, 5, 6, 7, 8].map(code => of(code).kind)).toEqual([
      'idle',
      'replaced',
      'idle',
      'working',
      'working',
      'working',
      'done',
      'failed',
      'cancelled',
    ])
    expect([of(3), of(5, 11), of(5, 1)]).toMatchObject([
      { phase: 'normalising' },
      { phase: 'normalising' },
      { phase: 'encoding' },
    ])
    expect(of(7)).toMatchObject({ issue: { code: 'processing.noVideo' } })
    const trailer = (trailerStatus: number | null, web: string | null = null, mobile: string | null = null) =>
      toTrailerProcessing({
        status: 8,
        trailerErrorType: 'processing.noVideo',
        trailerStatus,
        trailerLinkWeb: web,
        trailerLinkMobile: mobile,
      }).kind
    expect([
      trailer(null),
      trailer(9),
      trailer(11),
      trailer(null, 'w'),
      trailer(null, 'w', 'm'),
      trailer(5),
    ]).toEqual(['cancelled', 'replaced', 'working', 'working', 'done', 'failed'])
  })
})
