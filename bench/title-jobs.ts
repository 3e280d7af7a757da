import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createApi, createSend, type Tokens } from '@kinora/core'
import { startPlatform } from '@kinora/server/platform'
import { addManyTitles } from '../packages/server/test/titles/many.ts'
import { type Measured, time } from './measure.ts'

/** Titles of the job. */
const TITLES = Number(process.env.KINORA_BENCH_JOB_TITLES ?? 5000)
const ALONE = 200

/** A bulk edit as a job, beside the same edit as one call after another, which is what each item is measured against. */
export async function editingInBulk(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const options = { port: 0, dataDir: folder, logLevel: 'silent', demoClips: false } as const
  const platform = await startPlatform(options)
  try {
    const common = `provider_id = 'ironside', tenant_id = NULL, channel_id = NULL, is_delete = false`
    await addManyTitles(platform.deps.db, TITLES, common)
    const api = await signIn(platform.url)
    const jobs = api['title-jobs']
    const filter = { query: 'class number' }
    const edit = { intensity: 10, keywords: { how: 'add' as const, values: ['autumn'] } }
    const act = { act: 'edit' as const, edit, filter }
    let answer: Awaited<ReturnType<typeof jobs.preview>> | undefined
    const preview = await time(async () => (answer = await jobs.preview({ ...act, take: 20 })))
    const count = answer!.counts.change
    const { data } = await api.titles.search({ ...filter, take: ALONE })
    const alone = await time(async () => {
      for (const { tag, intensity } of data)
        await api.titles.update({ tag, intensity: intensity === 1 ? 2 : 1 })
    })
    let slowest = 0
    const follow = async ({ jobId }: { jobId: string }) => {
      for (;;) {
        let status = ''
        slowest = Math.max(slowest, await time(async () => ({ status } = await jobs.view({ jobId }))))
        if (status !== 'Running') return jobId
        await new Promise(resolve => setTimeout(resolve, 500))
      }
    }
    let jobId = ''
    const edited = await time(async () => (jobId = await follow(await jobs.create(act))))
    const undone = await time(async () => follow(await jobs.undo({ jobId })))
    const one = { peer: alone / data.length, peerName: 'one call', limit: 2, unit: 'ms' }
    const named = `${count.toLocaleString('en')} titles`
    return [
      {
        name: `bulk edit of ${named}, each`,
        ours: edited / count,
        ...one,
        detail: `${(edited / 1000).toFixed(1)} s`,
      },
      { name: `its undo, each`, ours: undone / count, ...one, detail: `${(undone / 1000).toFixed(1)} s` },
      { name: `its preview`, ours: preview, peer: 5000, peerName: '5 s', limit: 1, unit: 'ms' },
      { name: 'slowest answer meanwhile', ours: slowest, peer: 500, peerName: '0.5 s', limit: 1, unit: 'ms' },
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
  tokens = await api.session.login({ email: 'provider@demo.kinora.test', password: 'Kinora-demo-1' })
  return api
}
