import { spawn } from 'node:child_process'
import { contract, createApi, createSend } from '@kinora/core'
const N = 5000
const dir = '/tmp/w14g-data/kill'
const sleep = (ms: number) => new Promise(r => setTimeout(r, ms))
async function start() {
  const child = spawn(process.execPath, ['--conditions=@kinora/source', 'packages/server/src/main.ts'], { env: { ...process.env, PORT: '4851', HOST: '127.0.0.1', KINORA_DATA_DIR: dir, LOG_LEVEL: 'silent' }, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>(r => child.stdout!.on('data', d => /running at/.test(String(d)) && r()))
  let tokens: any
  const api = createApi(contract, createSend({ baseUrl: 'http://127.0.0.1:4851', fetch, tokens: { get: () => tokens, set: () => undefined, clear: () => undefined }, timeout: 0 }))
  tokens = await api.session.login({ email: 'provider@demo.kinora.test', password: 'Kinora-demo-1' })
  return { api, kill: () => new Promise<void>(r => { child.once('exit', () => r()); child.kill('SIGKILL') }) }
}
let s = await start()
for (let n = 0; n < N; n += 50) await Promise.all(Array.from({ length: 50 }, (_, at) => s.api.titles.create({ className: `Crash ${n + at}`, skill: 1 + ((n + at) % 9), labelIds: (n + at) % 2 ? ['label-express'] : [], instructor: `Person ${n % 7}` })))
const rows = async () => (await s.api.titles.search({ query: 'crash', take: -1, sort: 'createdDate' })).data.map(({ version: _, updatedDate: __, ...r }) => r)
const before = JSON.stringify(await rows())
console.log('made', JSON.parse(before).length, new Date().toISOString())
const job = await s.api['title-jobs'].create({ act: 'edit', edit: { skill: 10, instructor: 'Everybody', labelIds: { how: 'add', values: ['label-beginner'] } }, filter: { query: 'crash' } })
async function drive(jobId: string, kills: number[]) {
  for (;;) {
    const j = await s.api['title-jobs'].view({ jobId })
    if (j.status !== 'Running') return j
    if (kills.length > 0 && j.counts.done >= kills[0]!) { kills.shift(); await s.kill(); console.log('killed at', j.counts.done); s = await start() }
    await sleep(200)
  }
}
console.log('edit', JSON.stringify((await drive(job.jobId, [700, 2300, 4000])).counts))
const after = (await s.api.titles.search({ query: 'crash', take: -1 })).data
console.log('edited once each:', new Set(after.map(r => `${r.version} ${r.skill} ${r.instructor}`)))
const undo = await s.api['title-jobs'].undo({ jobId: job.jobId })
console.log('undo', JSON.stringify((await drive(undo.jobId, [900, 3000])).counts))
console.log('equals the start:', JSON.stringify(await rows()) === before, new Date().toISOString())
await s.kill()
