import { KinoraError } from '@kinora/core'
import type { Config } from './config.ts'

/** What servers apart share, by its variable. */
const shared = {
  DATABASE_URL: 'databaseUrl',
  KINORA_FILES: 'files',
  KINORA_SECRET: 'secret',
  KINORA_SECRET_KEY: 'secretKey',
} as const satisfies Record<string, keyof Config>

/** OPS-06: a web server and a worker have nothing in common but what is elsewhere. Throws `invalid`, naming what isn’t set. */
export function assertShared(config: Pick<Config, 'role' | (typeof shared)[keyof typeof shared]>): void {
  if (config.role === 'all') return
  const lacking = Object.entries(shared).flatMap(([variable, name]) =>
    config[name] === undefined ? [variable] : [],
  )
  if (lacking.length === 0) return
  throw new KinoraError('invalid', {
    detail: `KINORA_ROLE=${config.role} needs what web servers and workers share: set ${lacking.join(', ')}, on each server to the same (docs/scale.md). One server alone needs none of it: leave KINORA_ROLE away.`,
  })
}

/** A server without ffmpeg would say of titles that wait for another one that they can’t be processed. Throws `invalid`. */
export function assertMedia({ role }: Pick<Config, 'role'>, { isAbsent }: { isAbsent?: true }): void {
  if (role === 'all' || !isAbsent) return
  throw new KinoraError('invalid', {
    detail: `KINORA_ROLE=${role} needs ffmpeg: web servers make pictures smaller with it, workers encode. On Debian: sudo apt-get install -y ffmpeg; or name it with KINORA_FFMPEG.`,
  })
}

/** Seconds until a web server that ends is left alone by its proxy, which asks every second. */
const WEB_DRAIN = 5

/**
 * Seconds of an ending: how long `/readyz` says so before calls are refused, and how long calls in hand are given after it. An
 * upload’s chunk takes its time on a slow line, and only a web server has another one beside it that takes the next call.
 */
export const endingOf = ({ role, drainSeconds }: Pick<Config, 'role' | 'drainSeconds'>) => ({
  drain: drainSeconds ?? (role === 'web' ? WEB_DRAIN : 0),
  grace: role === 'web' ? 20 : 2.5,
})

/** What a worker answers: those who watch over it. */
const workerPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** The answer of a worker to every other address; undefined where the server answers. */
export function refuseAtWorker({ role }: Pick<Config, 'role'>, { url }: Request): Response | undefined {
  if (role !== 'worker' || workerPaths.has(new URL(url).pathname)) return undefined
  const message = 'This server works in the background alone; web servers answer calls.'
  return Response.json({ status: 404, code: 'notFound', message, issues: [] }, { status: 404 })
}
