import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
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
  const tries = new Histogram({
    name: 'kinora_job_seconds',
    help: 'Time of a try of a job on this server, by queue and how it ended: done, failed, handedBack',
    labelNames: ['queue', 'outcome'],
    buckets: [0.1, 1, 10, 60, 300, 1800, 7200],
    registers: [registry],
  })
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['queue'], registers: [registry] })
  const waiting = gauge('kinora_jobs_waiting', 'Jobs of all servers that are due and not taken up')
  const running = gauge('kinora_jobs_running', 'Jobs of all servers that are worked on')
  const oldest = gauge('kinora_jobs_oldest_seconds', 'For how long the job that is due longest has waited')
  const longest = gauge(
    'kinora_jobs_running_seconds',
    'For how long the job that is worked on longest has been, by this try',
  )
  return {
    request: ({ method, endpoint, status, seconds }) =>
      requests.observe({ method, endpoint, status: String(status) }, seconds),
    job: ({ queue, outcome, seconds }) => tries.observe({ queue, outcome }, seconds),
    async text(queues) {
      for (const figure of [waiting, running, oldest, longest]) figure.reset()
      for (const { queue, ...state } of queues) {
        waiting.set({ queue }, state.waiting)
        running.set({ queue }, state.running)
        oldest.set({ queue }, state.oldestSeconds)
        longest.set({ queue }, state.runningSeconds)
      }
      return { contentType: registry.contentType, body: await registry.metrics() }
    },
  }
}
