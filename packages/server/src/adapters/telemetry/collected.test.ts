import { describe, expect, test } from 'vitest'
import type { JobsPort } from '../../ports/runtime.ts'
import { noTraces } from '../../ports/traces.ts'
import { readConfig } from '../config.ts'
import { startTelemetry, withJobTraces } from './collected.ts'

describe('OPS-10 OpenTelemetry', () => {
  test('is on where a collector is named, and off by its own switch', () => {
    expect(readConfig({}).telemetry).toBe(false)
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }).telemetry).toBe(false)
    const named = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }
    expect(readConfig(named).telemetry).toBe(true)
    expect(readConfig({ ...named, OTEL_SDK_DISABLED: 'true' }).telemetry).toBe(false)
  })

  test('a job goes on with the trace of its call; one that waits for its time begins its own', async () => {
    const queued: object[] = []
    const jobs = { enqueue: async (_queue: string, data: object) => void queued.push(data) }
    const carrier = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }
    const traced = withJobTraces(jobs as unknown as JobsPort, { ...noTraces, carrier: () => carrier })
    await traced.enqueue('now', { tag: 'one' })
    await traced.enqueue('later', { tag: 'two' }, { delaySeconds: 60 })
    expect(queued).toEqual([{ tag: 'one', trace: carrier }, { tag: 'two' }])
  })

  test('without its SDK the start says what to install', async () => {
    await expect(startTelemetry()).rejects.toMatchObject({
      code: 'invalid',
      detail: expect.stringContaining('npm install @opentelemetry/sdk-node'),
    })
  })
})
