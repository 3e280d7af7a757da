import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { contract, createApi, createSend, type Tokens } from '@kinora/core'
import { memberColumns } from '@kinora/core/bulk'
import { startPlatform } from '@kinora/server/platform'
import { parse } from 'csv-parse'
import type { Database } from '../packages/server/src/ports/db.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { run } from '../packages/server/test/titles/many.ts'
import { type Measured, time } from './measure.ts'

const MEMBERS = Number(process.env.KINORA_BENCH_MEMBERS ?? 100_000)
const tenantId = 'pulsehouse'

/** An import of members from its upload to its end, beside csv-parse and COPY of the same rows into a bare table; and the memory that it took. */
export async function importingMembers(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const cluster = await startPostgres()
  const databaseUrl = await cluster.createDatabase()
  const options = { port: 0, dataDir: folder, databaseUrl, logLevel: 'silent', demoClips: false } as const
  const platform = await startPlatform(options)
  try {
    const text = toCsv()
    const peer = await time(() => copy(platform.deps.db, folder, text))
    const api = await signIn(platform.url)
    const imports = api['member-imports']
    let most = process.memoryUsage().rss
    const before = most
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 50)
    const whole = () =>
      time(async () => {
        const { fileId } = await imports.upload({ tenantId, file: new File([text], 'members.csv') })
        await imports.process({ tenantId, fileId })
        for (;;) {
          const { status, doneUsers } = await imports.fetch({ tenantId, fileId })
          if (status === 'Complete' && doneUsers !== MEMBERS) throw new Error('rows are missing')
          if (status === 'Complete') return
          await new Promise(resolve => setTimeout(resolve, 50))
        }
      })
    const ours = await whole()
    const again = await whole()
    clearInterval(watch)
    const name = `import of ${MEMBERS.toLocaleString('en')} members`
    const peerName = 'csv-parse and COPY into a bare table'
    const detail = `${Math.round((most - before) / 1_048_576)} MB more memory at most, sender included`
    return [
      { name, ours, peer, peerName, unit: 'ms', detail },
      { name: 'the same file again, nothing new', ours: again, peer, peerName, unit: 'ms' },
    ]
  } finally {
    await platform.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Parses the file, writes its rows as COPY takes them, and has PostgreSQL read those. */
async function copy(db: Database, folder: string, text: string): Promise<void> {
  const path = join(folder, 'rows.tsv')
  chmodSync(folder, 0o755)
  const toLine = new Transform({
    writableObjectMode: true,
    transform: (cells: string[], _, done) => done(null, `${cells.join('\t')}\n`),
  })
  await pipeline(Readable.from([text]), parse({ from_line: 2 }), toLine, createWriteStream(path))
  await run(db, `CREATE TABLE bench_members (${memberColumns.map(name => `"${name}" text`).join(', ')})`)
  await run(db, `COPY bench_members FROM '${path}'`)
}

const toCsv = (): string =>
  [
    memberColumns.join(','),
    ...Array.from(
      { length: MEMBERS },
      (_, nth) =>
        `member-${nth},Member Number ${nth},member${nth}@site.example,Premium,premium-1,monthly,active,2026-01-01,`,
    ),
  ].join('\n')

async function signIn(baseUrl: string) {
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set() {}, clear() {} }
  const send = createSend({ baseUrl, fetch, tokens: store, timeout: 0 })
  const account = { email: 'tenant@demo.kinora.test', password: 'Kinora-demo-1' }
  tokens = await send(contract.session.login, account)
  return createApi(contract, send)
}
