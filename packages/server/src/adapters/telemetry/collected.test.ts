import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { startTelemetry } from './collected.ts'

describe('OPS-10 OpenTelemetry', () => {
  test('is on where a collector is named, and off by its own switch', () => {
    expect(readConfig({}).telemetry).toBe(false)
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }).telemetry).toBe(false)
    const named = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }
    expect(readConfig(named).telemetry).toBe(true)
    expect(readConfig({ ...named, OTEL_SDK_DISABLED: 'true' }).telemetry).toBe(false)
  })

  test('without its SDK the start says what to install', async () => {
    await expect(startTelemetry()).rejects.toMatchObject({
      code: 'invalid',
      detail: expect.stringContaining('npm install @opentelemetry/sdk-node'),
    })
  })
})
