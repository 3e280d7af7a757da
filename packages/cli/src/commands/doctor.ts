import {
  type Catalogue,
  session as calls,
  createSend,
  fillText,
  isKinoraError,
  Role,
  type StoredKind,
} from '@kinora/core'
import type { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { safeValues } from '../kernel/cells.ts'
import { exitCodes } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/follow-up.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import { toSize } from '../kernel/progress.ts'
import { versionWord } from '../kernel/server-version.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'
import { placeText } from '../kernel/token-place.ts'
import type { World } from '../kernel/world.ts'
import { text } from '../texts.ts'

/** What doctor says of records that name somebody else’s. */
const referenceTexts = {
  check: 'references',
  none: 'every record names what its owner may name',
  foreign: {
    one: '{{count}} of {{noun}} names what isn’t its owner’s in {{field}} and can’t be published until that is changed: {{ids}}',
    other:
      '{{count}} of {{noun}} name what isn’t their owner’s in {{field}} and can’t be published until that is changed: {{ids}}',
  },
} as const satisfies Catalogue

/** What doctor says of files that records name (OPS-02). */
const missingTexts = {
  check: 'named files',
  none: 'originals, streams, trailers, captions, documents and terms are there',
  problem: '{{kind}}: {{count}} {{problem}}, of {{ids}}. {{way}}',
  gone: 'gone',
  changed: 'of another size than was stored',
  damaged: 'damaged: read again, the bytes aren’t those that were stored',
} as const satisfies Catalogue

/** The way back by what was lost; what isn’t listed is put in its place again in the portal. */
const waysBack: Readonly<Partial<Record<StoredKind, string>>> = {
  uploads: 'Upload the same file again: kinora titles upload FILE --tag TAG --replace',
  streams: `Process it again: kinora api titles.encodeVideo --input '{"tag":"TAG"}'`,
  trailers: 'Upload the trailer again: kinora titles upload FILE --tag TAG --trailer',
  captions: 'Add them again: kinora captions add',
}

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
  command
    .option('--remove-orphans', text('doctor.orphansFlag'))
    .hook('preAction', printing(session, findingFields))
    .action((flags: DoctorFlags) => examine(session, flags))
}

interface DoctorFlags {
  removeOrphans?: boolean
}

async function examine(session: Session, flags: DoctorFlags): Promise<void> {
  const looking = () => lookAround(session, flags)
  const { server, findings } = await withSpinner(session, text('wait.doctor'), looking)
  session.print.table(findings, [
    { header: 'CHECK', value: ({ check }) => check },
    { header: 'RESULT', value: ({ verdict }) => marks[verdict], look: ({ verdict }) => looks[verdict] },
    { header: 'FOUND', value: ({ found }) => found, flexible: true },
  ])
  if (server.verdict === 'problem') session.code = exitCodes.network
  else if (findings.some(({ verdict }) => verdict === 'problem')) session.code = exitCodes.failure
}

async function lookAround(
  session: Session,
  flags: DoctorFlags,
): Promise<{ server: Finding; findings: Finding[] }> {
  const server = await examineServer(session)
  const isReached = server.verdict !== 'problem'
  const disk = isReached ? await examineServerDisk(session) : []
  const machine = await examineMachine(session)
  const token = await examineToken(session, isReached)
  const isSignedIn = isReached && token.every(({ verdict }) => verdict === 'ok')
  const storage = isSignedIn ? await examineStorage(session, flags) : []
  const missing = isSignedIn ? await examineMissing(session) : []
  const references = isSignedIn ? await examineReferences(session) : []
  return { server, findings: [...machine, server, ...disk, ...token, ...storage, ...missing, ...references] }
}

/** What the platform stores and no row names; it is an administrator's to know, and to remove. */
async function examineStorage(session: Session, { removeOrphans }: DoctorFlags): Promise<Finding[]> {
  if (removeOrphans !== true && (await session.user()).role !== Role.Admin) return []
  const { storage } = await session.api()
  const ask = removeOrphans ? storage.removeOrphans : storage.orphans
  const { orphans } = await ask({}, { timeout: 0, signal: session.world.interrupted })
  const found = orphans.filter(({ files }) => files > 0)
  const check = text('doctor.orphans')
  if (found.length === 0) return [{ check, verdict: 'ok', found: text('doctor.noOrphans') }]
  const sum = (figure: 'files' | 'bytes') => found.reduce((total, each) => total + each[figure], 0)
  const params = {
    size: toSize(sum('bytes')),
    files: text('doctor.files', { count: sum('files') }),
    context: contextFlags(session),
    kinds: found.map(({ kind, files }) => `${kind} ${files}`).join(', '),
  }
  return removeOrphans
    ? [{ check, verdict: 'ok', found: text('doctor.removedOrphans', params) }]
    : [{ check, verdict: 'warning', found: text('doctor.someOrphans', params) }]
}

/** OPS-02: what records name and the disk hasn’t, or not as it was stored. */
async function examineMissing(session: Session): Promise<Finding[]> {
  if ((await session.user()).role !== Role.Admin) return []
  const { storage } = await session.api()
  const { missing } = await storage.missing({}, { timeout: 0, signal: session.world.interrupted })
  const check = missingTexts.check
  if (missing.length === 0) return [{ check, verdict: 'ok', found: missingTexts.none }]
  return missing.map(({ kind, problem, count, ids }) => ({
    check,
    verdict: 'problem',
    found: fillText(
      missingTexts.problem,
      safeValues({
        ...{ kind, count, problem: missingTexts[problem], ids: firstOf(ids, count) },
        way: waysBack[kind] ?? 'Add them again in the portal.',
      }),
    ),
  }))
}

const firstOf = (ids: readonly string[], count: number): string =>
  (ids.length < count ? [...ids, '…'] : ids).join(', ')

/** C-136: what names somebody else's; an administrator mends it, or tells whose it is. */
async function examineReferences(session: Session): Promise<Finding[]> {
  if ((await session.user()).role !== Role.Admin) return []
  const { references } = await (await session.api()).storage.references(
    {},
    { signal: session.world.interrupted },
  )
  const check = referenceTexts.check
  if (references.length === 0) return [{ check, verdict: 'ok', found: referenceTexts.none }]
  return references.map(({ noun, field, count, ids }) => {
    const found = fillText(
      referenceTexts.foreign,
      safeValues({ noun, field, count, ids: firstOf(ids, count) }),
    )
    return { check, verdict: 'problem', found }
  })
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
    await examineJournal(world),
  ]
}

async function examineJournal({ files, journal: { folder } }: World): Promise<Finding> {
  const check = text('doctor.journal')
  if (await files.isWritable(folder)) return { check, verdict: 'ok', found: folder }
  return { check, verdict: 'problem', found: text('doctor.barred', { path: folder }) }
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
    const found = `${name} ${version}, ${baseUrl}`
    const differs = versionWord(version)
    const check = text('doctor.server')
    return differs === undefined
      ? { check, verdict: 'ok', found }
      : { check, verdict: 'warning', found: `${found}. ${differs}` }
  } catch (error) {
    if (isKinoraError(error) && error.code === 'aborted') throw error
    return {
      check: text('doctor.server'),
      verdict: 'problem',
      found: text('doctor.noServer', { url: baseUrl }),
    }
  }
}

/** What the server tells of its disk (decision 0090). */
const roomTexts = {
  check: 'disk of the server',
  ok: 'there is room',
  scarce:
    'almost full: nothing can be added. Delete titles, remove what belongs to nothing (kinora doctor --remove-orphans), or give the server a larger disk.',
  full: 'full: nothing can be written. Make room on the server.',
} as const satisfies Catalogue

type Room = 'ok' | 'scarce' | 'full'

/** What its readiness tells of the server's own disk, which is another than this machine's; nothing where it doesn't tell. */
async function examineServerDisk(session: Session): Promise<Finding[]> {
  const { fetch } = await session.world.network()
  const signal = AbortSignal.any([session.world.interrupted, AbortSignal.timeout(10_000)])
  const answered = fetch!(`${await session.url()}/readyz`, { signal }).then(answer => answer.text())
  const answer = await answered.catch(() => '')
  const status = /"status":"(ok|scarce|full)"/.exec(answer)?.[1] as Room | undefined
  if (status === undefined) return []
  const verdicts = { ok: 'ok', scarce: 'warning', full: 'problem' } as const
  return [{ check: roomTexts.check, verdict: verdicts[status], found: roomTexts[status] }]
}

async function examineToken(session: Session, reachable: boolean): Promise<Finding[]> {
  const { world } = session
  const check = text('doctor.token')
  try {
    const stored = world.env.KINORA_TOKEN ? undefined : await session.profile.tokens.read(await session.url())
    const place = world.env.KINORA_TOKEN ? text('tokens.inVariable') : stored && placeText(stored.place)
    if (place === undefined)
      return [
        { check, verdict: 'warning', found: text('doctor.noToken', { context: contextFlags(session) }) },
      ]
    if (!reachable) return [{ check, verdict: 'warning', found: place }]
    const { email } = await session.user()
    return [{ check, verdict: 'ok', found: `${email}. ${place}` }]
  } catch (error) {
    if (!isKinoraError(error) || error.code === 'aborted') throw error
    return [
      {
        check,
        verdict: 'problem',
        found:
          error.detail ??
          text(world.env.KINORA_TOKEN ? 'doctor.badVariable' : 'doctor.badToken', {
            context: contextFlags(session),
          }),
      },
    ]
  }
}
