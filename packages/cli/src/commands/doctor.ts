import { deliveries, isKinoraError, Role, type StoredKind, sso, storage } from '@kinora/core'
import type { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes } from '../kernel/exit.ts'
import { contextFlags, inContext, loginCommand } from '../kernel/hints.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import { createPaint } from '../kernel/print.ts'
import { toSize, withSpinner } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { World } from '../kernel/world.ts'
import { wayBack } from '../titles/verify.ts'
import {
  examineOrigin,
  examineQueues,
  examineServer,
  examineServerDisk,
  type Finding,
} from './doctor-server.ts'
import { placeText } from './session.ts'

/** What became of a file that a record names (OPS-02). */
const losses = {
  gone: 'gone',
  changed: 'of another size than was stored',
  damaged: 'damaged: read again, the bytes aren’t those that were stored',
} as const

/** The way back by what was lost; what isn’t listed is put in its place again in the portal. */
const waysBack: Readonly<Partial<Record<StoredKind, string>>> = {
  uploads:
    'Upload the same file again: kinora titles upload FILE --tag TAG --replace, or --trailer for that of its trailer',
  streams: wayBack('stream', { tag: 'TAG' }),
  trailers: wayBack('trailer', { tag: 'TAG' }),
  captions: wayBack('captions', { tag: 'TAG' }),
}

const findingFields = namesOf<Finding>({ check: true, verdict: true, found: true, fix: true })
const marks = { ok: '✔ ok', warning: '! look', problem: '✖ problem' } as const
const looks = { ok: 'good', warning: 'warn', problem: 'bad' } as const
const lowDisk = 1024 ** 3

/** What a person would have to look up before asking for help. Exit code 5 without a server, 1 with another problem. */
export function addDoctor(command: Command, session: Session): void {
  command
    .option('--remove-orphans', 'remove stored files that belong to nothing and are older than a day')
    .option('--origin <url>', 'look whether a page of this origin may embed components')
    .hook('preAction', printing(session, findingFields))
    .action((flags: DoctorFlags) => examine(session, flags))
  addExamples(command, ['', '--remove-orphans', '--origin https://studio.example'])
}

interface DoctorFlags {
  removeOrphans?: boolean
  origin?: string
}

async function examine(session: Session, flags: DoctorFlags): Promise<void> {
  const looking = () => lookAround(session, flags)
  const { server, findings } = await withSpinner(session, 'Checking server, disk and token …', looking)
  showFindings(session, findings)
  if (server.verdict === 'problem') session.code = exitCodes.network
  else if (findings.some(({ verdict }) => verdict === 'problem')) session.code = exitCodes.failure
}

/** A table; on a terminal what isn't well stands below it whole, since a column would cut the command that mends it. */
function showFindings({ print, world }: Session, findings: readonly Finding[]): void {
  const rows = findings.map(finding => ({ ...finding, fix: finding.fix ?? null }))
  print.table<Finding>(rows, [
    { header: 'CHECK', value: ({ check }) => check },
    { header: 'RESULT', value: ({ verdict }) => marks[verdict], look: ({ verdict }) => looks[verdict] },
    {
      header: 'FOUND',
      value: ({ found }) => found,
      short: ({ verdict, found }) => (verdict === 'ok' ? found : 'see below'),
      flexible: true,
    },
    ...(world.stdout.isTTY ? [] : [{ header: 'FIX', value: ({ fix }: Finding) => fix }]),
  ])
  if (print.json || !world.stdout.isTTY) return
  const paint = createPaint(world.stdout, world.env)
  for (const { check, verdict, found, fix } of findings) {
    if (verdict === 'ok') continue
    const mark = verdict === 'problem' ? paint.bad('✖') : paint.warn('!')
    print.line(`${mark} ${check}: ${found}`)
    if (fix != null) print.line(`  Fix: ${fix}`)
  }
}

async function lookAround(
  session: Session,
  flags: DoctorFlags,
): Promise<{ server: Finding; findings: Finding[] }> {
  const { server, supportUrl, ingestUrl } = await examineServer(session)
  const isReached = server.verdict !== 'problem'
  const disk = isReached ? await examineServerDisk(session) : []
  const origin = isReached && flags.origin !== undefined ? await examineOrigin(session, flags.origin) : []
  const machine = await examineMachine(session)
  const token = await examineToken(session, isReached)
  const isSignedIn = isReached && token.every(({ verdict }) => verdict === 'ok')
  const storage = isSignedIn ? await examineStorage(session, flags) : []
  const missing = isSignedIn ? await examineMissing(session) : []
  const references = isSignedIn ? await examineReferences(session) : []
  const support = isSignedIn ? await examineSupport(session, supportUrl) : []
  const hosted = isSignedIn ? await examineVideoHost(session) : []
  const identity = isSignedIn ? await examineIdentityProviders(session) : []
  const queues = isReached ? await examineQueues(session) : []
  const ingest = isSignedIn ? await examineIngest(session, ingestUrl) : []
  const stored = [...storage, ...missing, ...references, ...hosted, ...identity]
  return {
    server,
    findings: [...machine, server, ...disk, ...origin, ...queues, ...token, ...stored, ...support, ...ingest],
  }
}

/** What the platform stores and no row names; it is an administrator's to know, and to remove. */
async function examineStorage(session: Session, { removeOrphans }: DoctorFlags): Promise<Finding[]> {
  if (removeOrphans !== true && (await session.user()).role !== Role.Admin) return []
  const send = await session.send()
  const ask = removeOrphans ? storage.removeOrphans : storage.orphans
  const { orphans } = await send(ask, {}, { timeout: 0 })
  const found = orphans.filter(({ files }) => files > 0)
  const check = 'stored files'
  if (found.length === 0) return [{ check, verdict: 'ok', found: 'every file belongs to something' }]
  const sum = (figure: 'files' | 'bytes') => found.reduce((total, each) => total + each[figure], 0)
  const params = {
    size: toSize(sum('bytes')),
    files: say({ one: '{{count}} file', other: '{{count}} files' }, { count: sum('files') }),
    context: contextFlags(session),
    kinds: found.map(({ kind, files }) => `${kind} ${files}`).join(', '),
  }
  return removeOrphans
    ? [{ check, verdict: 'ok', found: safe`removed ${params.size} in ${params.files} (${params.kinds})` }]
    : [
        {
          check,
          verdict: 'warning',
          found: safe`${params.size} in ${params.files} belong to nothing (${params.kinds})`,
          fix: `kinora doctor --remove-orphans${params.context}`,
        },
      ]
}

/** OPS-02: what records name and the disk hasn’t, or not as it was stored. */
async function examineMissing(session: Session): Promise<Finding[]> {
  if ((await session.user()).role !== Role.Admin) return []
  const send = await session.send()
  const { missing, undigested } = await send(storage.missing, {}, { timeout: 0 })
  const check = 'named files'
  const are = 'originals, streams, trailers, captions, documents and terms are there'
  const unread = {
    one: '{{count}} file or stream has no digest yet: scrubbing believes it as it reads it first, and finds what changes later',
    other:
      '{{count}} files and streams have no digest yet: scrubbing believes them as it reads them first, and finds what changes later',
  }
  const found: Finding[] = missing.length === 0 ? [{ check, verdict: 'ok', found: are }] : []
  if (undigested > 0) found.push({ check, verdict: 'ok', found: say(unread, { count: undigested }) })
  const lost: Finding[] = missing.map(({ kind, problem, count, ids }) => ({
    check,
    verdict: 'problem',
    found: say('{{kind}}: {{count}} {{problem}}, of {{ids}}', {
      kind,
      count,
      problem: losses[problem],
      ids: firstOf(ids, count),
    }),
    fix: inContext(waysBack[kind] ?? 'Add them again in the portal', contextFlags(session)),
  }))
  return [...lost, ...found]
}

const firstOf = (ids: readonly string[], count: number): string =>
  (ids.length < count ? [...ids, '…'] : ids).join(', ')

/** C-136: what names somebody else's; an administrator mends it, or tells whose it is. */
async function examineReferences(session: Session): Promise<Finding[]> {
  if ((await session.user()).role !== Role.Admin) return []
  const { references } = await (await session.send())(storage.references, {})
  const check = 'references'
  if (references.length === 0)
    return [{ check, verdict: 'ok', found: 'every record names what its owner may name' }]
  return references.map(({ noun, field, count, ids }) => {
    const words = {
      one: '{{count}} of {{noun}} names what isn’t its owner’s in {{field}} and can’t be published until that is changed: {{ids}}',
      other:
        '{{count}} of {{noun}} name what isn’t their owner’s in {{field}} and can’t be published until that is changed: {{ids}}',
    }
    return {
      check,
      verdict: 'problem',
      found: say(words, { noun, field, count, ids: firstOf(ids, count) }),
    }
  })
}

/** KEY-05: whether people can sign in where they do. */
async function examineIdentityProviders(session: Session): Promise<Finding[]> {
  if ((await session.user()).role !== Role.Admin) return []
  const { data } = await (await session.send())(sso.state, {})
  return data.map(({ name, issuer, problem }): Finding => {
    const check = 'identity provider'
    if (problem === null) return { check, verdict: 'ok', found: safe`${name} answers at ${issuer}` }
    return {
      check,
      verdict: 'problem',
      found: safe`${name} can’t be used at ${issuer}: ${problem}`,
      fix: 'Check KINORA_OIDC_ISSUER or KINORA_OIDC_FILE, and that the server can reach that address',
    }
  })
}

/** C-139: whether titles of sites on JW Player get there. */
async function examineVideoHost(session: Session): Promise<Finding[]> {
  if ((await session.user()).role !== Role.Admin) return []
  const { address, isReady, counts } = await (await session.send())(deliveries.state, {})
  const check = 'JW Player'
  if (counts.failed > 0)
    return [
      {
        check,
        verdict: 'problem',
        found: say(
          {
            one: '{{address}}: {{count}} title didn’t get there',
            other: '{{address}}: {{count}} titles didn’t get there',
          },
          { address, count: counts.failed },
        ),
        fix: `kinora publishing deliveries --status failed${contextFlags(session)}`,
      },
    ]
  const others = Object.values(counts).reduce((total, count) => total + count, 0)
  const words = isReady
    ? '{{address}}: {{ready}} of {{others}} ready'
    : '{{address}}: can’t be chosen, KINORA_PUBLIC_URL isn’t set'
  return [{ check, verdict: 'ok', found: say(words, { address, ready: counts.ready, others }) }]
}

async function examineMachine({ world }: Session): Promise<Finding[]> {
  const { node, ffmpeg } = await world.machine()
  const free = await world.files.free(world.files.stateFolder)
  return [
    { check: 'versions', verdict: 'ok', found: `kinora ${manifest.version}, Node ${node}` },
    {
      check: 'ffmpeg',
      verdict: ffmpeg === undefined ? 'warning' : 'ok',
      found: ffmpeg ?? 'not on the PATH, titles wait for it',
      ...(ffmpeg === undefined && { fix: 'On Debian: sudo apt-get install -y ffmpeg' }),
    },
    {
      check: 'disk of this machine',
      verdict: free < lowDisk ? 'warning' : 'ok',
      found: safe`${toSize(free)} free`,
    },
    await examineJournal(world),
  ]
}

async function examineJournal({ files, journal: { folder } }: World): Promise<Finding> {
  const check = 'journal'
  if (await files.isWritable(folder)) return { check, verdict: 'ok', found: folder }
  return {
    check,
    verdict: 'problem',
    found: safe`${folder} can’t be written`,
    fix: 'Check its permissions, or set KINORA_CONFIG_DIR',
  }
}

/** C-148: where people who are told to submit a support ticket are led. */
async function examineSupport(session: Session, supportUrl: string | undefined): Promise<Finding[]> {
  if ((await session.user()).role !== Role.Admin) return []
  const check = 'support tickets'
  if (supportUrl !== undefined) return [{ check, verdict: 'ok', found: supportUrl }]
  const fix =
    'Start the server with KINORA_SUPPORT_URL=https://help.example/new, or mailto:help@studio.example'
  return [{ check, verdict: 'warning', found: 'people are told to submit one, but not where', fix }]
}

/** LIVE-06: where live streams come in. */
async function examineIngest(session: Session, ingestUrl: string | undefined): Promise<Finding[]> {
  if ((await session.user()).role !== Role.Admin) return []
  const check = 'live streams'
  if (ingestUrl !== undefined) return [{ check, verdict: 'ok', found: `taken at ${ingestUrl}/STREAM-KEY` }]
  const fix = 'Start the server with KINORA_RTMP_PORT=1935, or another port that is free'
  return [{ check, verdict: 'warning', found: 'senders such as OBS can’t send any to this server', fix }]
}

async function examineToken(session: Session, reachable: boolean): Promise<Finding[]> {
  const { world } = session
  const check = 'token'
  try {
    const stored = world.env.KINORA_TOKEN ? undefined : await session.profile.tokens.read(await session.url())
    const place = world.env.KINORA_TOKEN ? text('tokens.inVariable') : stored && placeText(stored.place)
    if (place === undefined)
      return [{ check, verdict: 'warning', found: 'not signed in', fix: loginCommand(session) }]
    if (!reachable) return [{ check, verdict: 'warning', found: place }]
    const { email } = await session.user()
    return [{ check, verdict: 'ok', found: `${email}. ${place}` }]
  } catch (error) {
    if (!isKinoraError(error) || error.code === 'aborted') throw error
    if (error.detail !== undefined) return [{ check, verdict: 'problem', found: error.detail }]
    const fix = world.env.KINORA_TOKEN ? 'Set KINORA_TOKEN again or unset it' : loginCommand(session)
    return [{ check, verdict: 'problem', found: 'rejected by the server', fix }]
  }
}
