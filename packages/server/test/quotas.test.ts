import { CHUNK_SIZE, type KinoraError, type Limits, toMegabytes } from '@kinora/core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, type TestServer } from './harness.ts'
import { chunkOf, padded } from './titles/support.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())
afterEach(() => {
  vi.restoreAllMocks()
  allow({})
})

const allow = (limits: Partial<Limits>) => {
  server.deps.settings.quotas = { titles: null, bytes: null, openUploads: null, images: null, ...limits }
}
/** Begins like a video, so that its first chunk is taken. */
const file = (chunks: number) =>
  padded(new Uint8Array([0, 0, 0, 24, ...Buffer.from('ftypisomisomiso2mp41isom')]), chunks * CHUNK_SIZE)
const title = async () => (await server.api('provider').titles.create({ className: 'Quota' })).tag
const failure = (work: Promise<unknown>): Promise<KinoraError> =>
  work.then(
    () => Promise.reject(new Error('went through')),
    (error: KinoraError) => error,
  )
const begin = (tag: string, chunks: number, account: 'provider' | 'tenant' = 'provider') =>
  server.api(account).uploads.video(chunkOf(tag, file(chunks), 1))

describe('quotas', () => {
  test('titles: one more than allowed is refused, with the reason; a deleted one makes room', async () => {
    const api = server.api('provider')
    const { used } = await api.quotas.show({})
    allow({ titles: used.titles + 1 })
    const tag = await title()
    const error = await failure(title())
    expect(error.issues).toEqual([
      { path: 'title', code: 'quota.titles', params: { used: used.titles + 1, limit: used.titles + 1 } },
    ])
    expect((await api.quotas.show({})).limits.titles).toBe(used.titles + 1)
    await api.titles.remove({ tags: [tag] })
    await title()
  })

  test('bytes: what an open upload announced counts before it is there; a file in its place counts once', async () => {
    const { used } = await server.api('provider').quotas.show({})
    allow({ bytes: used.bytes + 3 * CHUNK_SIZE })
    const [first, second] = [await title(), await title()]
    await begin(first, 2)
    expect((await server.api('provider').quotas.show({})).used).toMatchObject({
      bytes: used.bytes + file(2).length,
      openUploads: used.openUploads + 1,
    })
    expect((await failure(begin(second, 2))).issues[0]).toMatchObject({
      path: 'totalSize',
      code: 'quota.bytes',
      params: {
        size: toMegabytes(file(2).length),
        left: toMegabytes(3 * CHUNK_SIZE - file(2).length),
        limit: toMegabytes(used.bytes + 3 * CHUNK_SIZE),
      },
    })
    await begin(first, 3)
  })

  test('open uploads: one more is refused until another has ended; each owner has its own', async () => {
    const api = server.api('provider')
    const { used } = await api.quotas.show({})
    allow({ openUploads: used.openUploads + 1 })
    const [first, second] = [await title(), await title()]
    await begin(first, 2)
    expect((await failure(begin(second, 2))).issues[0]?.code).toBe('quota.openUploads')
    const { tag } = await server.api('tenant').titles.create({ className: 'Quota' })
    await begin(tag, 2, 'tenant')
    await api.titles.remove({ tags: [first] })
    await begin(second, 2)
  })

  test('two that begin at once don’t both get the last place', async () => {
    const { used } = await server.api('provider').quotas.show({})
    allow({ openUploads: used.openUploads + 1 })
    const tags = [await title(), await title()]
    const both = await Promise.allSettled(tags.map(tag => begin(tag, 2)))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('the disk: what open uploads announced is taken, so two files that only fit one by one are never both begun', async () => {
    const [first, second] = [await title(), await title()]
    const open = (await server.api('admin').quotas.show({})).used.openUploads
    expect(open).toBeGreaterThan(0)
    vi.spyOn(server.deps.blobs, 'free').mockResolvedValue(10 ** 12)
    await begin(first, 2)
    const { bytes } = await announced()
    const needed = bytes + file(2).length + 64 * 1_048_576
    vi.spyOn(server.deps.blobs, 'free').mockResolvedValue(needed - 1)
    expect((await failure(begin(second, 2))).code).toBe('storageFull')
    vi.spyOn(server.deps.blobs, 'free').mockResolvedValue(needed)
    await begin(second, 2)
  })

  test('an administrator reads the whole platform; customer support chooses a tenant first (ROLE-04)', async () => {
    allow({ titles: 1 })
    const all = await server.api('admin').quotas.show({})
    expect(all.limits).toEqual({ titles: null, bytes: null, openUploads: null, images: null })
    const own = await Promise.all(
      (['provider', 'tenant'] as const).map(account => server.api(account).quotas.show({})),
    )
    expect(all.used.titles).toBe(own[0]!.used.titles + own[1]!.used.titles)
    expect((await failure(server.api('support').quotas.show({}))).code).toBe('refused')
  })
})

/** Bytes that all open uploads still wait for. */
async function announced(): Promise<{ bytes: number }> {
  const { announcedBytes } = await import('../src/quotas/check.ts')
  return { bytes: await announcedBytes(server.deps.db, { tag: '', role: 'video' }) }
}
