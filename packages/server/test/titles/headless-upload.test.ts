import { CHUNK_SIZE, contract, createApi, createSend, fixedTokens } from '@kinora/core'
import { createUploader, type UploaderOptions, type UploadJob, type UploadOf } from '@kinora/core/uploader'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TestServer } from '../harness.ts'
import { fileDigest, freshClip, padded } from './support.ts'
import { createWorkshop } from './workshop.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  ;({ server } = await createWorkshop())
  key = await makeKey('tenant')
})
afterAll(() => server?.close())

const makeKey = async (account: 'tenant' | 'provider') => {
  const { deps } = server
  const endsOn = new Date(deps.clock.now().getTime() + 864e5).toISOString().slice(0, 10)
  const rights = ['embed', 'read', 'upload'] as const
  return (await server.api(account).keys.create({ name: 'Studio', rights: [...rights], endsOn })).secret
}

/** The server in this process, as a program without a page calls it. */
const call = (async (url: string, init: RequestInit) => server.app.request(url, init)) as typeof fetch
/** Four chunks that the platform doesn’t hold yet. */
const fresh = async () => padded(await freshClip(), 3 * CHUNK_SIZE + 1000)
const named = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'class.mp4', { type: 'video/mp4' })
const file = async () => named(await fresh())
const tenant = () => server.api('tenant')
const titleOf = async (className: string) => (await tenant().titles.create({ className })).tag

/** An uploader, and the chunks that it sends. */
function open(options: Partial<UploaderOptions> = {}) {
  const chunks: number[] = []
  const watched = (async (url: string, init: RequestInit) => {
    if (init.body instanceof FormData) chunks.push(Number(init.body.get('chunkNumber')))
    return call(url, init)
  }) as typeof fetch
  return {
    chunks,
    ...createUploader({ ...{ baseUrl: '', getToken: () => key, fetch: watched, timeout: 0 }, ...options }),
  }
}

/** Once a chunk is stored and others are wanted. */
const underWay = (job: UploadJob) =>
  new Promise<void>(resolve => {
    const stop = job.on('progress', ({ sentBytes }) => {
      if (sentBytes < CHUNK_SIZE) return
      stop()
      resolve()
    })
  })

/** The server of the host, which has the key. */
const host = () => {
  const send = createSend({ baseUrl: '', fetch: call, tokens: fixedTokens({ token: key }), timeout: 0 })
  return createApi(contract, send)['embed-sessions']
}
const end = (sessionId: string) => host().remove({ sessionId })

describe('EMBED-03 createUploader sends a file without a user interface', () => {
  test('for a new title, to its end; the same external id is the same title', async () => {
    const uploader = open()
    const of = { title: 'By a program', externalId: 'program-1' }
    const bytes = await fresh()
    const job = uploader.add(named(bytes), of)
    const states: string[] = []
    job.on('state', state => states.at(-1) !== state && states.push(state))
    const percents: number[] = []
    job.on('progress', ({ percent }) => percents.push(percent))
    const told = Promise.all(
      (['sent', 'done'] as const).map(event => new Promise(resolve => job.on(event, resolve))),
    )
    expect([job.state, job.tag, job.progress]).toEqual(['creating', undefined, undefined])
    const { tag, digest } = await job.sent
    expect(digest).toBe(fileDigest(bytes))
    const title = await job.done
    expect(title).toMatchObject({ tag, className: 'By a program', durationSecond: 2 })
    expect(await told).toEqual([{ tag, digest }, title])
    expect(states).toEqual(['waiting', 'starting', 'uploading', 'processing', 'complete'])
    expect(percents).toEqual([...percents].sort((one, other) => one - other))
    expect(uploader.chunks).toEqual([1, 2, 3, 4])
    const again = uploader.add(named(bytes), of)
    expect([(await again.sent).tag, uploader.chunks.length]).toEqual([tag, 4])
  })

  test('one after the other; what is paused lets the next begin, and waits for it', async () => {
    const uploader = open()
    const [first, second] = [await titleOf('First'), await titleOf('Second')]
    const files = [await file(), await file()] as const
    const one = uploader.add(files[0], { tag: first })
    const begun = underWay(one)
    const other = uploader.add(files[1], { tag: second })
    await begun
    expect([one.pause(), one.state]).toEqual([undefined, 'paused'])
    expect(one.pause()?.code).toBe('upload.notPossible')
    await expect.poll(() => other.state).toBe('uploading')
    expect([one.resume(), one.state]).toEqual([undefined, 'waiting'])
    expect(uploader.jobs).toEqual([one, other])
    const order: string[] = []
    await Promise.all([one.sent.then(() => order.push('one')), other.sent.then(() => order.push('other'))])
    expect(order).toEqual(['other', 'one'])
    await Promise.all([one.done, other.done])
    expect(uploader.jobs).toEqual([])
    expect([one.state, one.pause()?.code, one.resume()?.code]).toEqual([
      'complete',
      'upload.notPossible',
      'upload.notPossible',
    ])
  })

  test('UPLOAD-04 what was closed goes on where the server stands', async () => {
    const tag = await titleOf('Closed')
    const bytes = await fresh()
    const closed = open()
    const left = closed.add(named(bytes), { tag })
    await underWay(left)
    await closed.close()
    await expect(left.done).rejects.toMatchObject({ code: 'aborted' })
    expect([left.state, left.resume()?.code, closed.jobs]).toEqual(['closed', 'upload.notPossible', []])
    const other = open()
    await other.add(named(bytes), { tag }).sent
    expect(other.chunks[0]).toBeGreaterThan(1)
  })

  test('closed while its title is made, and added after that: nothing is sent, and both promises are kept to', async () => {
    const made: string[] = []
    const uploader = open({
      fetch: (async (url: string, init: RequestInit) => {
        if (init.method === 'POST') made.push(url)
        return call(url, init)
      }) as typeof fetch,
    })
    const job = uploader.add(await file(), { title: 'Too early' })
    await uploader.close()
    const late = uploader.add(await file(), { title: 'Too late' })
    for (const each of [job, late]) {
      await expect(each.sent).rejects.toMatchObject({ code: 'aborted' })
      await expect(each.done).rejects.toMatchObject({ code: 'aborted' })
      expect([each.state, each.pause()?.code, each.cancel()?.code]).toEqual([
        'closed',
        'upload.notPossible',
        'upload.notPossible',
      ])
    }
    expect([made, uploader.jobs]).toEqual([[], []])
  })

  test('UPLOAD-21 what is cancelled just before a page closes is cancelled on the server too', async () => {
    const tag = await titleOf('Cancelled and closed')
    const uploader = open()
    const job = uploader.add(await file(), { tag })
    await underWay(job)
    job.cancel()
    await uploader.close()
    expect(job.state).toBe('cancelled')
    await expect.poll(async () => (await tenant().uploads.videoState({ tag }))?.nextChunk ?? 1).toBe(1)
  })

  test('a processed file whose title can’t be read: resume reads it again', async () => {
    let isLost = false
    const uploader = open({
      fetch: (async (url: string, init: RequestInit) => {
        const answer = await call(url, init)
        if (!url.startsWith('/api/v1/titles?')) return answer
        if (isLost) return new Response('{"status":403,"code":"forbidden"}', { status: 403 })
        isLost = JSON.stringify(await answer.clone().json()).includes('"videoStatus":6')
        return answer
      }) as typeof fetch,
    })
    const tag = await titleOf('Read later')
    const job = uploader.add(await file(), { tag })
    await expect(job.done).rejects.toMatchObject({ code: 'forbidden' })
    isLost = false
    expect([job.state, job.resume()]).toEqual(['complete', undefined])
    expect(await job.done).toMatchObject({ tag })
  })

  test('UPLOAD-21 a cancel ends it here and on the server; another try begins anew', async () => {
    const tag = await titleOf('Cancelled')
    const uploader = open()
    const job = uploader.add(await file(), { tag })
    await underWay(job)
    expect(job.cancel()).toBeUndefined()
    const { done } = job
    await expect(done).rejects.toMatchObject({ code: 'aborted', issues: [{ code: 'upload.cancelled' }] })
    await expect.poll(async () => (await tenant().uploads.videoState({ tag }))?.nextChunk ?? 1).toBe(1)
    expect([job.resume(), job.done === done]).toEqual([undefined, false])
    expect((await job.sent).tag).toBe(tag)
  })

  test('a title that isn’t there, and one that can’t be made, are told; another try may go well', async () => {
    let isAway = true
    const away = (async (url: string, init: RequestInit) => {
      if (isAway && init.method === 'POST') throw new TypeError('fetch failed')
      return call(url, init)
    }) as typeof fetch
    const uploader = open({ fetch: away })
    const job = uploader.add(await file(), { title: 'Made later' })
    const failed = new Promise(resolve => job.on('failed', resolve))
    await expect(job.done).rejects.toMatchObject({ code: 'offline' })
    expect([await failed, job.state, job.pause()?.code]).toEqual([
      expect.objectContaining({ code: 'offline' }),
      'failed',
      'upload.notPossible',
    ])
    isAway = false
    expect(job.resume()).toBeUndefined()
    expect((await job.sent).tag).toBe(job.tag)
    await expect(uploader.add(await file(), { tag: 'nowhere' }).sent).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  test('what is paused or cancelled before its title is there stays so', async () => {
    const uploader = open()
    const held = uploader.add(await file(), { title: 'Held' })
    held.pause()
    await expect.poll(() => held.state).toBe('paused')
    const dropped = uploader.add(await file(), { title: 'Dropped' })
    dropped.cancel()
    await expect(dropped.sent).rejects.toMatchObject({ code: 'aborted' })
    expect(uploader.chunks).toEqual([])
    await uploader.close()
  })
})

describe('KEY-06, EMBED-03 an embed session that is for one title', () => {
  const session = (tag: string) =>
    host().create({
      user: { id: 'u-17', name: 'Jo' },
      components: ['UploadTray'],
      titles: { tags: [tag] },
    })
  const send = async (token: string, of: UploadOf) => open({ getToken: () => token }).add(await file(), of)

  test('sends its file, and no other', async () => {
    const tag = await titleOf('One title')
    const { token } = await session(tag)
    expect((await (await send(token, { tag })).done).tag).toBe(tag)
    const other = await titleOf('Another title')
    await expect((await send(token, { tag: other })).sent).rejects.toMatchObject({ code: 'notFound' })
    await expect((await send(token, { title: 'A new one' })).sent).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('EMBED-01 the token is asked for once, and again when it was refused', async () => {
    const tag = await titleOf('Renewed')
    const first = await session(tag)
    const next = await session(tag)
    const reasons: string[] = []
    const uploader = open({
      getToken({ reason }) {
        if (reason !== 'ending') reasons.push(reason)
        return reason === 'refused' ? next.token : first.token
      },
    })
    const job = uploader.add(await file(), { tag })
    await underWay(job)
    await end(first.sessionId)
    expect((await job.sent).tag).toBe(tag)
    expect(reasons).toEqual(['start', 'refused'])
  })

  test('UPLOAD-24 nothing is sent in another user’s name', async () => {
    const tag = await titleOf('Whose')
    const mine = await session(tag)
    const foreign = await makeKey('provider')
    const uploader = open({ getToken: ({ reason }) => (reason === 'refused' ? foreign : mine.token) })
    const job = uploader.add(await file(), { tag })
    await underWay(job)
    await end(mine.sessionId)
    await expect(job.done).rejects.toMatchObject({ issues: [{ code: 'upload.otherUser' }] })
    const stands = (await tenant().uploads.videoState({ tag }))!.nextChunk
    expect(uploader.chunks.filter(chunk => chunk > stands)).toEqual([])
  })

  test('UPLOAD-24 nor where the host has another user’s token before its first one ends', async () => {
    const tag = await titleOf('Whose, by and by')
    const mine = await session(tag)
    const foreign = await makeKey('provider')
    let isOther = false
    const senders: (string | null)[] = []
    const uploader = open({
      getToken: ({ reason }) => {
        if (reason === 'ending') isOther = true
        return isOther ? foreign : mine.token
      },
      fetch: (async (url: string, init: RequestInit) => {
        const answer = await call(url, init)
        if (!url.endsWith('/verify')) {
          senders.push(new Headers(init.headers).get('authorization'))
          return answer
        }
        const { user, ...rest } = await answer.json()
        // It ends now, so that its successor is asked for.
        if (user.embed) user.embed.endsAt = new Date().toISOString()
        return Response.json({ user, ...rest })
      }) as typeof fetch,
    })
    const job = uploader.add(await file(), { tag })
    await expect(job.done).rejects.toMatchObject({ issues: [{ code: 'upload.otherUser' }] })
    expect(senders).not.toContain(`Bearer ${foreign}`)
  })

  test('no token at all is told as such', async () => {
    const job = open({ getToken: () => undefined }).add(await file(), { tag: 'any' })
    await expect(job.done).rejects.toMatchObject({ code: 'unauthorised' })
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
    onTestFinished(() => log.mockRestore())
    const trouble = new Error('no host')
    const thrown = open({ getToken: () => Promise.reject(trouble) }).add(await file(), {
      tag: 'any',
    })
    await expect(thrown.done).rejects.toMatchObject({ issues: [{ code: 'ui.host.failed' }] })
    expect(log.mock.calls).toEqual([['getToken failed', trouble]])
  })
})
