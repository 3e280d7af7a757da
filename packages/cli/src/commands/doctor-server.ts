import { session as calls, createSend, isKinoraError } from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import { contextFlags, inContext } from '../kernel/hints.ts'
import type { Session } from '../kernel/session.ts'
import { versionWord } from '../kernel/versions.ts'

export type Verdict = 'ok' | 'warning' | 'problem'

export interface Finding {
  check: string
  verdict: Verdict
  found: string
  /** What mends it, with its command. */
  fix?: string | null
}

/** What the server tells whoever asks: no sign-in is needed. */
export async function examineServer(
  session: Session,
): Promise<{ server: Finding; supportUrl?: string | undefined; ingestUrl?: string | undefined }> {
  const baseUrl = await session.url()
  const check = 'server'
  const send = createSend({
    baseUrl,
    ...(await session.world.network()),
    timeout: 10_000,
    tokens: { get: () => undefined, set() {}, clear() {} },
  })
  try {
    const { name, version, supportUrl, ingestUrl } = await send(
      calls.manifest,
      {},
      { signal: session.world.interrupted },
    )
    const found = `${name} ${version}, ${baseUrl}`
    const differs = versionWord(version)
    const server: Finding =
      differs === undefined
        ? { check, verdict: 'ok', found }
        : { check, verdict: 'warning', found: `${found}. ${differs}` }
    return { server, supportUrl, ingestUrl }
  } catch (error) {
    if (isKinoraError(error) && error.code === 'aborted') throw error
    return { server: { check, verdict: 'problem', found: safe`no answer from ${baseUrl}` } }
  }
}

/** What the server reports of its disk (decision 0090). */
const rooms = {
  ok: { verdict: 'ok', found: 'there is room' },
  scarce: {
    verdict: 'warning',
    found: 'almost full: nothing can be added',
    fix: 'Delete titles, give the server a larger disk, or remove what belongs to nothing: kinora doctor --remove-orphans',
  },
  full: { verdict: 'problem', found: 'full: nothing can be written', fix: 'Make room on the server' },
} as const satisfies Record<string, Omit<Finding, 'check'>>

/** What its readiness tells of the server's own disk, which is another than this machine's; nothing where it doesn't tell. */
export async function examineServerDisk(session: Session): Promise<Finding[]> {
  const { fetch } = await session.world.network()
  const signal = AbortSignal.any([session.world.interrupted, AbortSignal.timeout(10_000)])
  const answered = fetch!(`${await session.url()}/readyz`, { signal }).then(answer => answer.text())
  const answer = await answered.catch(() => '')
  const status = /"status":"(ok|scarce|full)"/.exec(answer)?.[1] as keyof typeof rooms | undefined
  if (status === undefined) return []
  const room: Omit<Finding, 'check'> = rooms[status]
  const fix = room.fix && { fix: inContext(room.fix, contextFlags(session)) }
  return [{ check: 'disk of the server', ...room, ...fix }]
}

/** Seconds for which a job that is due may wait before somebody should look. */
const longWait = 600

/** OPS-10: the queues of all servers, for who has the token of the metrics; nothing for others. */
export async function examineQueues({ world, url }: Session): Promise<Finding[]> {
  const token = world.env.KINORA_METRICS_TOKEN
  if (!token) return []
  const { fetch } = await world.network()
  const signal = AbortSignal.any([world.interrupted, AbortSignal.timeout(10_000)])
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch!(`${await url()}/metrics`, { headers, signal }).catch(() => undefined)
  const check = 'queues'
  const fix =
    'Start the server with the KINORA_METRICS_TOKEN that is set here; behind a proxy that hides /metrics ask a server itself: --url http://10.0.0.11:4700'
  if (!answer?.ok) return [{ check, verdict: 'warning', found: 'the server doesn’t show its metrics', fix }]
  const lines = (await answer.text()).split('\n')
  const figures = (name: string) =>
    lines.flatMap(line => {
      const [, queue, figure] = new RegExp(`^${name}\\{queue="([^"]+)"\\} (\\S+)`).exec(line) ?? []
      return queue === undefined ? [] : [{ queue, figure: Number(figure) }]
    })
  const total = (name: string) => figures(name).reduce((sum, { figure }) => sum + figure, 0)
  const most = (name: string) => figures(name).toSorted((one, other) => other.figure - one.figure)[0]
  const [longest, working] = [most('kinora_jobs_oldest_seconds'), most('kinora_jobs_running_seconds')]
  const words = { waiting: total('kinora_jobs_waiting'), running: total('kinora_jobs_running') }
  const counted = say('{{waiting}} jobs wait, {{running}} are worked on', words)
  // How long one may take is its queue's: a person is told, and judges.
  const found =
    working === undefined || working.figure < longWait
      ? counted
      : say('{{counted}}, one of {{queue}} for {{minutes}} minutes', {
          counted,
          queue: working.queue,
          minutes: Math.round(working.figure / 60),
        })
  if (longest === undefined || longest.figure < longWait) return [{ check, verdict: 'ok', found }]
  const late = { found, queue: longest.queue, minutes: Math.round(longest.figure / 60) }
  return [
    {
      check,
      verdict: 'warning',
      found: say('{{found}}; one of {{queue}} has waited for {{minutes}} minutes', late),
      fix: 'Start another worker: kinora serve --role worker',
    },
  ]
}

/** KEY-06: asks as a browser does for a page of another origin, and says what lets it in. */
export async function examineOrigin(session: Session, given: string): Promise<Finding[]> {
  const check = 'origin'
  const origin = URL.canParse(given) ? new URL(given).origin : 'null'
  if (!/^https?:/.test(origin))
    throw usage(safe`${given} is no origin`, 'Pass for example --origin https://studio.example.')
  const { fetch } = await session.world.network()
  const signal = AbortSignal.any([session.world.interrupted, AbortSignal.timeout(10_000)])
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  }
  const answer = await fetch!(`${await session.url()}/api/v1/verify`, { method: 'OPTIONS', headers, signal })
  const isAllowed = answer.headers.get('access-control-allow-origin') === origin
  if (isAllowed) return [{ check, verdict: 'ok', found: safe`pages of ${origin} may call this server` }]
  return [
    {
      check,
      verdict: 'problem',
      found: safe`pages of ${origin} may not call this server: browsers say that CORS blocks them`,
      fix: safe`kinora keys origins ID --origin ${origin}${contextFlags(session)}, or kinora embed origins --origin ${origin} for the tenant`,
    },
  ]
}
