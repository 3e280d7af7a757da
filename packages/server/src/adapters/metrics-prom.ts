import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { MetricsPort } from '../ports/runtime.ts'

/** A registry of its own for each platform, with the figures of the process. */
export function createPromMetrics(): MetricsPort {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'kinora_request_seconds',
    help: 'Time to answer a call, by endpoint of the contract',
    labelNames: ['method', 'endpoint', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    request: ({ method, endpoint, status, seconds }) =>
      requests.observe({ method, endpoint, status: String(status) }, seconds),
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}
