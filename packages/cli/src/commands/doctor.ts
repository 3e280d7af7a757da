import { session as calls, createSend, isKinoraError } from '@kinora/core'
import type { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { exitCodes } from '../kernel/exit.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import { toSize } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'
import { placeText } from '../kernel/token-place.ts'
import { text } from '../texts.ts'

type Verdict = 'ok' | 'warning' | 'problem'

interface Finding {
  check: string
  verdict: Verdict
  found: string
}

const findingFields = namesOf<Finding>({ check: true, verdict: true, found: true })
const marks = { ok: '✔ ok', warning: '! look', problem: '✖ problem' } as const
const looks = { ok: 'good', warning: 'warn', problem: 'bad' } as const
const lowDisk = 1024 ** 3

/** What a person would have to look up before asking for help. Exit code 5 without a server, 1 with another problem. */
export function addDoctor(command: Command, session: Session): void {
  command.hook('preAction', printing(session, findingFields)).action(() => examine(session))
}

async function examine(session: Session): Promise<void> {
  const { server, findings } = await withSpinner(session, text('wait.doctor'), () => lookAround(session))
  session.print.table(findings, [
    { header: 'CHECK', value: ({ check }) => check },
    { header: 'RESULT', value: ({ verdict }) => marks[verdict], look: ({ verdict }) => looks[verdict] },
    { header: 'FOUND', value: ({ found }) => found, flexible: true },
  ])
  if (server.verdict === 'problem') session.code = exitCodes.network
  else if (findings.some(({ verdict }) => verdict === 'problem')) session.code = exitCodes.failure
}

async function lookAround(session: Session): Promise<{ server: Finding; findings: Finding[] }> {
  const server = await examineServer(session)
  const machine = await examineMachine(session)
  const token = await examineToken(session, server.verdict !== 'problem')
  return { server, findings: [...machine, server, ...token] }
}

async function examineMachine({ world }: Session): Promise<Finding[]> {
  const { node, ffmpeg } = await world.machine()
  const free = await world.files.free(world.files.stateFolder)
  return [
    { check: text('doctor.versions'), verdict: 'ok', found: `kinora ${manifest.version}, Node ${node}` },
    {
      check: 'ffmpeg',
      verdict: ffmpeg === undefined ? 'warning' : 'ok',
      found: ffmpeg ?? text('doctor.noFfmpeg'),
    },
    {
      check: text('doctor.disk'),
      verdict: free < lowDisk ? 'warning' : 'ok',
      found: text('doctor.free', { size: toSize(free) }),
    },
    { check: text('doctor.journal'), verdict: 'ok', found: world.journal.folder },
  ]
}

async function examineServer(session: Session): Promise<Finding> {
  const baseUrl = await session.url()
  const send = createSend({
    baseUrl,
    ...(await session.world.network()),
    timeout: 10_000,
    tokens: { get: () => undefined, set() {}, clear() {} },
  })
  try {
    const { name, version } = await send(calls.manifest, {}, { signal: session.world.interrupted })
    return { check: text('doctor.server'), verdict: 'ok', found: `${name} ${version}, ${baseUrl}` }
  } catch (error) {
    if (isKinoraError(error) && error.code === 'aborted') throw error
    return {
      check: text('doctor.server'),
      verdict: 'problem',
      found: text('doctor.noServer', { url: baseUrl }),
    }
  }
}

async function examineToken(session: Session, reachable: boolean): Promise<Finding[]> {
  const { world } = session
  const check = text('doctor.token')
  try {
    const stored = world.env.KINORA_TOKEN ? undefined : await session.profile.tokens.read(await session.url())
    const place = world.env.KINORA_TOKEN ? text('tokens.inVariable') : stored && placeText(stored.place)
    if (place === undefined) return [{ check, verdict: 'warning', found: text('doctor.noToken') }]
    if (!reachable) return [{ check, verdict: 'warning', found: place }]
    const { email } = await session.user()
    return [{ check, verdict: 'ok', found: `${email}. ${place}` }]
  } catch (error) {
    if (!isKinoraError(error) || error.code === 'aborted') throw error
    return [
      {
        check,
        verdict: 'problem',
        found: error.detail ?? text(world.env.KINORA_TOKEN ? 'doctor.badVariable' : 'doctor.badToken'),
      },
    ]
  }
}
