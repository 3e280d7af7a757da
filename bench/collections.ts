import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createApi, createSend, type Tokens } from '@kinora/core'
import { startPlatform } from '@kinora/server/platform'
import { addManyTitles, run } from '../packages/server/test/titles/many.ts'
import { type Measured, pairs, time } from './measure.ts'

/** Classes of the collection. */
const CLASSES = Number(process.env.KINORA_BENCH_CLASSES ?? 5000)
const ROUNDS = 5
const tenantId = 'pulsehouse'
const bench = 'bench'

/** All classes of a large collection put into another order, as a call, beside the bare statement and beside one statement a class; and one class moved. */
export async function orderingCollections(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const options = { port: 0, dataDir: folder, logLevel: 'silent', demoClips: false } as const
  const platform = await startPlatform(options)
  const { db } = platform.deps
  try {
    await addManyTitles(db, CLASSES)
    await run(
      db,
      `UPDATE titles SET status = 4, is_delete = false, tenants = '{${tenantId}}' WHERE tag LIKE 'many-%'`,
    )
    const api = await signIn(platform.url)
    let titleTags = (
      await run<{ tag: string }>(db, `SELECT tag FROM titles WHERE tag LIKE 'many-%' ORDER BY tag`)
    ).map(({ tag }) => tag)
    const texts = { name: 'Everything', description: 'All classes there are.' }
    const { collectionTag: tag } = await api.collections.create({ tenantId, ...texts, titleTags })
    await run(
      db,
      `CREATE TABLE ${bench} AS SELECT title_tag, place FROM collection_items WHERE collection_tag = '${tag}'`,
    )
    await run(db, `ALTER TABLE ${bench} ADD PRIMARY KEY (title_tag)`)
    const reverse = () => {
      titleTags = titleTags.toReversed()
      return time(() => api.collections.reorderClasses({ tenantId, tag, titleTags }))
    }
    const statement = () => time(() => run(db, `UPDATE ${bench} SET place = ${CLASSES + 1} - place`))
    const single = () =>
      time(async () => {
        for (const [index, title] of titleTags.entries())
          await run(db, `UPDATE ${bench} SET place = ${index} WHERE title_tag = '${title}'`)
      })
    const call = await pairs(ROUNDS, reverse, statement)
    const swap = () => {
      const [first, second] = titleTags as [string, string]
      titleTags = [second, first, ...titleTags.slice(2)]
      return time(() => api.collections.reorderClasses({ tenantId, tag, titleTags: [second, first] }))
    }
    const read = () => time(() => api.collections.view({ tenantId, tag }))
    const one = await pairs(ROUNDS, swap, read)
    // Last: thousands of statements in a row leave the server no time for its connections.
    const each = await pairs(1, reverse, single)
    const named = `${CLASSES.toLocaleString('en')} classes`
    return [
      { name: `order of ${named}, all moved`, ...call, peerName: 'the bare statement', limit: 8, unit: 'ms' },
      { name: 'the same', ...each, peerName: 'a statement for each', limit: 0.5, unit: 'ms' },
      { name: 'one of them moved', ours: one.ours, peer: 100, peerName: '0.1 s', limit: 1, unit: 'ms' },
      { name: 'all of them read', ours: one.peer, peer: 1000, peerName: '1 s', limit: 1, unit: 'ms' },
    ]
  } finally {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(baseUrl: string) {
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set: () => undefined, clear: () => undefined }
  const api = createApi(contract, createSend({ baseUrl, fetch, tokens: store, timeout: 0 }))
  tokens = await api.session.login({ email: 'tenant@demo.kinora.test', password: 'Kinora-demo-1' })
  return api
}
