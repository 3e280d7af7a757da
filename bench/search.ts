import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createApi, createSend } from '@kinora/core'
import { startPlatform } from '@kinora/server/platform'
import { sql } from 'drizzle-orm'
import { type Measured, pairs, time } from './measure.ts'

const ROWS = 20_000

/** The first page of a search through the HTTP API against the bare SQL that counts and selects it. */
export async function searching(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const platform = await startPlatform({ port: 0, dataDir: folder, logLevel: 'silent' })
  try {
    const { db } = platform.deps
    let token = ''
    const send = createSend({
      baseUrl: platform.url,
      fetch,
      tokens: { get: () => (token ? { token } : undefined), set() {}, clear() {} },
    })
    token = (
      await send(contract.session.login, { email: 'admin@demo.kinora.test', password: 'Kinora-demo-1' })
    ).token
    const api = createApi(contract, send)
    await multiply(db)
    const measured = await pairs(
      7,
      () => time(() => api.titles.search({ query: 'flow', take: 100 })),
      () => time(() => bare(db)),
    )
    return [
      { name: `search among ${ROWS} titles, first page`, ...measured, peerName: 'bare SQL', unit: 'ms' },
    ]
  } finally {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Db = Awaited<ReturnType<typeof startPlatform>>['deps']['db']

async function multiply(db: Db): Promise<void> {
  const columns = await db.execute(
    sql`select column_name from information_schema.columns where table_name = 'titles' and is_generated = 'NEVER'`,
  )
  const names = (columns as unknown as { rows: { column_name: string }[] }).rows.map(row => row.column_name)
  const list = (replace: (name: string) => string) => sql.raw(names.map(replace).join(', '))
  const selected = list(name =>
    name === 'tag'
      ? `tag || '-' || n`
      : name === 'external_id'
        ? 'null'
        : name === 'class_name'
          ? `class_name || ' ' || n`
          : `"${name}"`,
  )
  await db.execute(
    sql`insert into titles (${list(name => `"${name}"`)}) select ${selected} from titles, generate_series(1, ${sql.raw(String(Math.ceil(ROWS / 60)))}) as n where not is_delete`,
  )
  await db.execute(sql`analyze titles`)
}

async function bare(db: Db): Promise<void> {
  await db.execute(sql`select count(*) from titles where not is_delete and search_text like '%flow%'`)
  await db.execute(
    sql`select * from titles where not is_delete and search_text like '%flow%' order by created_at desc, tag limit 100`,
  )
}
