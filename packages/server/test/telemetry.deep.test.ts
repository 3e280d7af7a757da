import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { contract, createApi, createSend, type Tokens, VideoStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { DEMO_PASSWORD, demoAccounts } from '../src/seed/accounts.ts'
import { signIn } from './child.ts'
import { addressOf, end, spawnServer } from './server-process.ts'
import { chunkOf, clip, ready, viewTitle } from './titles/support.ts'

/** Installing the SDK takes minutes on a bad line. */
const LONG = 600_000

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
}

/** A collector that keeps what it is sent, by the protocol that is written in JSON. */
async function startCollector() {
  const spans: SentSpan[] = []
  const metrics = new Set<string>()
  const server: Server = createServer(async (request, response) => {
    const sent = JSON.parse(await text(request))
    for (const { scopeSpans } of sent.resourceSpans ?? [])
      spans.push(...scopeSpans.flatMap((each: { spans: SentSpan[] }) => each.spans))
    for (const { scopeMetrics } of sent.resourceMetrics ?? [])
      for (const { metrics: named } of scopeMetrics)
        for (const { name } of named as { name: string }[]) metrics.add(name)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { spans, metrics, server, url: `http://127.0.0.1:${port}` }
}

describe('OPS-10 with a collector', () => {
  let home: string
  let collector: Awaited<ReturnType<typeof startCollector>>
  let child: ChildProcess
  let url: string
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'kinora-telemetry-'))
    await writeFile(join(home, 'package.json'), '{"private":true}')
    const sdk = ['@opentelemetry/sdk-node@0.301.0', '@opentelemetry/api@1.10.0']
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...sdk], {
      cwd: home,
    })
    collector = await startCollector()
    child = spawnServer(
      {
        KINORA_DATA_DIR: join(home, 'data'),
        KINORA_DEMO_CLIPS: 'off',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_METRICS_EXPORTER: 'otlp',
        OTEL_METRIC_EXPORT_INTERVAL: '1000',
        OTEL_METRIC_EXPORT_TIMEOUT: '1000',
        OTEL_BSP_SCHEDULE_DELAY: '200',
      },
      home,
    )
    url = await addressOf(child)
  }, LONG)
  afterAll(async () => {
    if (child !== undefined) await end(child)
    collector?.server.close()
    await rm(home, { recursive: true, force: true })
  })

  test('a call of a page is one trace, through the job that it queues to the steps of the encoder', async () => {
    const api = await signIn(url, 'provider')
    const { tag } = await api.titles.create({ ...ready, imageLink: null, className: 'Traced' })
    await api.uploads.video(chunkOf(tag, await clip(), 1))
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
    const traced = (address: string | URL | Request, init?: RequestInit) =>
      fetch(address, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), traceparent } })
    const tokens = { get: () => undefined, set: () => undefined, clear: () => undefined }
    const page = (given: typeof tokens | { get(): Tokens; set(): void; clear(): void }) =>
      createApi(contract, createSend({ baseUrl: url, fetch: traced, tokens: given, timeout: 0 }))
    const account = { email: demoAccounts.provider.email, password: DEMO_PASSWORD }
    const signedIn = await page(tokens).session.login(account)
    await page({ ...tokens, get: () => signedIn }).titles.encodeVideo({ tag })
    await until(
      'it is encoded',
      async () => (await viewTitle(api, tag)).videoStatus === VideoStatus.Completed,
    )
    const ofTrace = () => collector.spans.filter(span => span.traceId === traceId)
    await until('the job has been sent', async () => ofTrace().some(({ name }) => name === 'media ladder'))
    await until('its end too', async () => ofTrace().some(({ name }) => name === 'job titles.video'))
    const byName = new Map(ofTrace().map(span => [span.name, span]))
    const call = byName.get('POST titles.encodeVideo')!
    const job = byName.get('job titles.video')!
    expect(call.parentSpanId).toBe('00f067aa0ba902b7')
    expect(job.parentSpanId).toBe(call.spanId)
    expect(byName.get('media ladder')!.parentSpanId).toBe(job.spanId)
  })

  test('figures of calls, jobs and queues are sent', async () => {
    const wanted = ['http.server.request.duration', 'kinora.job.duration', 'kinora.jobs.waiting']
    await until('figures', async () => wanted.every(name => collector.metrics.has(name)))
  })

  test('what is asked for all the time makes no trace', async () => {
    const [quiet, heard] = ['5bf92f3577b34da6a3ce929d0e0e4736', '6bf92f3577b34da6a3ce929d0e0e4736']
    const ask = (path: string, traceId: string) =>
      fetch(url + path, { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
    for (const path of ['/healthz', '/readyz', '/streams/none/media.mp4']) await ask(path, quiet)
    await ask('/api/v1/titles', heard)
    const isSent = (traceId: string) => collector.spans.some(span => span.traceId === traceId)
    await until('the call after them has been sent', async () => isSent(heard))
    expect(isSent(quiet)).toBe(false)
  })
})
