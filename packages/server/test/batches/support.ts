import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Batch } from '@kinora/core'
import { columns } from '@kinora/core/bulk'
import { until } from '../../../../scripts/patience.ts'
import { startBatchJobs } from '../../src/batches/run.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../harness.ts'
import type { TestApi } from '../titles/support.ts'

const header = columns.map(column => column.name)
const assets = join(import.meta.dirname, '../../assets/demo')

export type Cells = Partial<Record<string, string>>

/** A CSV with the template's header. */
export function toCsv(rows: readonly Cells[], names: readonly string[] = header): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = rows.map(row => names.map(name => quoted(row[name] ?? '')).join(','))
  return `${[names.join(','), ...lines].join('\r\n')}\r\n`
}

/** Rows that need nothing but themselves. */
export const plainRows = (count: number): Cells[] =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `class-${index + 1}`,
    title: `Class ${index + 1}`,
    language: 'en-GB',
  }))

export const csvFile = (text: string, name = 'autumn.csv'): File =>
  new File([text], name, { type: 'text/csv' })

export const draft = { title: 'Autumn', notificationEmail: 'ops@studio.example' }

/** A server with the background work of batches. */
export async function createBatchServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await createTestServer(options)
  await startBatchJobs(server.deps, (url, init) => server.app.request(url, init))
  return server
}

export async function addBatch(api: TestApi, rows: readonly Cells[]): Promise<string> {
  return (await api.batches.add({ ...draft, file: csvFile(toCsv(rows)) })).batchId
}

/** Lays one of the demo's files into a file store. */
export async function lay(root: string, path: string, asset: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await cp(join(assets, asset), join(root, path))
}

/** The batch once nothing moves any more. */
export async function settled(api: TestApi, id: string): Promise<Batch> {
  return until(`batch ${id} is over`, async () => {
    const batch = await api.batches.fetch({ id })
    return batch.status !== 'Processing' && !batch.isFinishing && batch
  })
}

export const rowsOf = async (api: TestApi, id: string) => (await api.batches.results({ id, take: -1 })).data

/** Titles by the external ids of a catalogue. */
export async function titlesOf(api: TestApi): Promise<(string | null)[]> {
  const { data } = await api.titles.search({ take: -1 })
  return data.map(title => title.externalId).filter(id => id?.startsWith('class-'))
}
