import {
  type ApiKey,
  assertNoIssues,
  checkKeyDraft,
  KeyDraft,
  keys,
  type NewKey,
  OLD_SECRET_HOURS_MAX,
  SignInState,
  sessions,
} from '@kinora/core'
import * as z from 'zod'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage, withFlags } from '../kernel/exit.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { ofEach, showDone } from '../kernel/outcomes.ts'
import { waiting } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import { type Resource, resourceVerbs } from '../kernel/resource.ts'
import { agree, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, answerFields, fieldsOf, flagOf } from '../kernel/verb.ts'

const DAY = 86_400_000
/** Days that a new key is good for, unless `--ends` says otherwise. */
const STANDARD_DAYS = 90

const day = (at: string | null): string => at?.slice(0, 10) ?? 'never'

const columns: readonly Column<ApiKey>[] = [
  { header: 'NAME', value: key => key.name, flexible: true },
  { header: 'BEGINS', value: key => key.start, look: 'dim' },
  { header: 'RIGHTS', value: key => key.rights.join(', '), flexible: true },
  { header: 'ENDS', value: key => (key.state === 'ended' ? safe`${key.endsOn}, ended` : key.endsOn) },
  { header: 'LAST USED', value: key => day(key.lastUsedAt), look: 'dim' },
  { header: 'MADE BY', value: key => key.madeBy, look: 'dim', flexible: true },
]

const resource: Resource<ApiKey> = {
  command: 'keys',
  calls: { list: keys.list, view: keys.view },
  id: 'keyId',
  columns,
}

const naming = {
  names: { rights: 'right', tenantIds: 'for-tenant', networks: 'network', origins: 'origin', endsOn: 'ends' },
}

/** KEY-01: the secret alone goes to stdout, so that it can be kept at once; it is never shown again. */
const addCreate: FillCommand = (command, session) => {
  const toDraft = addFlags(command, fieldsOf(KeyDraft), {
    ...naming,
    required: ['name', 'rights'],
    help: {
      name: 'what it is for, as lists and the audit log show it',
      rights: 'what it may do, within what you may do',
      tenantIds: 'id of a tenant that a key of an administrator is for; all of them unless given',
      networks: 'address or network that it may be used from, such as 10.0.0.0/8',
      origins: 'page that may embed with sessions of it, such as https://studio.example',
      endsOn: 'last day, such as 2026-11-20 (UTC), two years ahead at most; 90 days ahead unless given',
    },
  })
  command
    .hook('preAction', printing(session, answerFields(keys.create.output)))
    .action((flags: Record<string, unknown>) => create(session, toDraft(flags)))
  addExamples(command, [
    '--name "Nightly upload" --right upload --right publish',
    '--name Reports --right reports,read --network 10.0.0.0/8',
  ])
}

async function create(session: Session, given: Record<string, unknown>): Promise<void> {
  const now = new Date(session.world.clock.now())
  const endsOn = new Date(now.getTime() + STANDARD_DAYS * DAY).toISOString().slice(0, 10)
  const draft = { endsOn, name: '', rights: [], ...given } as KeyDraft
  const key = await withNames(async () => {
    assertNoIssues(checkKeyDraft(draft, now))
    return (await session.send())(keys.create, draft)
  })
  showSecret(session, key)
  session.print.done(safe`Created ${key.name} (${key.keyId}), which ends after ${key.endsOn}`)
}

async function withNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw withFlags(error, key => (key in KeyDraft.shape ? `--${flagOf(key, naming)}` : undefined))
  }
}

function showSecret({ print, world }: Session, key: NewKey): void {
  if (print.json) {
    print.record(key, [])
    return
  }
  world.stdout.write(`${key.secret}\n`)
  print.note('Copy it now: it is not shown again. Programs take it from KINORA_API_KEY.')
}

/** KEY-01 */
const addRotate: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .option(
      '--keep-old <hours>',
      safe`let the old secret work so many hours more, ${OLD_SECRET_HOURS_MAX} at most; it ends at once unless given`,
    )
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, answerFields(keys.rotate.output)))
    .action(async (id: string, { keepOld, yes }: { keepOld?: string; yes?: boolean }) => {
      const hours = Number(keepOld ?? 0)
      if (!(hours >= 0 && hours <= OLD_SECRET_HOURS_MAX))
        throw usage(
          safe`--keep-old takes hours from 0 to ${OLD_SECRET_HOURS_MAX}`,
          'Pass for example --keep-old 24.',
        )
      if (hours === 0)
        await agree(session, yes, safe`Give ${id} a new secret? The old one stops working at once.`)
      const oldEndsAt = new Date(session.world.clock.now() + hours * 3_600_000).toISOString()
      const send = await session.send()
      const key = await send(keys.rotate, { keyId: id, ...(hours > 0 && { oldEndsAt }) })
      showSecret(session, key)
      session.print.done(
        key.oldEndsAt === null
          ? safe`${key.name} has a new secret. The old one works no more.`
          : safe`${key.name} has a new secret. The old one works until ${key.oldEndsAt}.`,
      )
    })
  addExamples(command, ['ID --keep-old 24', 'ID --yes'])
}

/** KEY-06 */
const addOrigins: FillCommand = (command, session) => {
  const { origins } = keys.setOrigins.input.shape
  const toInput = addFlags(command, fieldsOf(z.object({ origins: origins.optional() })), {
    names: { origins: 'origin' },
    help: { origins: 'page that may embed, such as https://studio.example; replaces those before' },
  })
  command
    .argument('<id>', text('resource.id'))
    .option('--none', 'let no page embed with it')
    .hook('preAction', printing(session, answerFields(keys.setOrigins.output)))
    .action(async (id: string, { none, ...flags }: { none?: boolean } & Record<string, unknown>) => {
      const { origins: given } = toInput(flags) as { origins?: string[] }
      if (none !== true && given === undefined)
        throw usage(
          text('usage.missingFlag', { flag: '--origin' }),
          'Pass --origin for each page, or --none for no page at all.',
        )
      const send = await session.send()
      const key = await send(keys.setOrigins, { keyId: id, origins: none ? [] : given! }).catch(error => {
        throw withFlags(error, path => (path.startsWith('origins') ? '--origin' : undefined))
      })
      showDone(session, key, safe`Pages that may embed with ${key.name}: ${key.origins.join(', ') || 'none'}`)
    })
  addExamples(command, ['ID --origin https://studio.example', 'ID --none'])
}

const addRevoke: FillCommand = ofEach<{ yes?: boolean }>('keyId', {
  argument: ['<id...>', text('resource.ids')],
  option: ['-y, --yes', text('flag.yes')],
  async act(session, keyId, { yes }) {
    await agree(session, yes, safe`Revoke ${keyId}? What uses it stops working at once.`)
    await (await session.send())(keys.revoke, { keyId })
    return 'is revoked'
  },
  examples: ['ID --yes'],
})

/** KEY-01: `kinora keys`. */
export const keyVerbs: readonly LazyCommand[] = [
  ...resourceVerbs(resource),
  verb('create', 'create a key and print it, once', addCreate),
  verb('rotate', 'give a key of yours a new secret', addRotate),
  verb('origins', 'replace the pages that may embed with sessions of a key', addOrigins),
  verb('revoke', 'revoke keys at once, for good', addRevoke),
]

const addSessionList: FillCommand = (command, session) => {
  command.hook('preAction', printing(session, fieldsOfRows(SignInState))).action(async () => {
    const { data } = await waiting(session, async () => (await session.send())(sessions.list, {}))
    session.print.table<SignInState>(data, [
      { header: 'ID', value: row => row.sessionId, look: 'accent' },
      { header: 'STARTED', value: row => row.startedAt },
      { header: 'LAST USED', value: row => row.lastUsedAt, look: 'dim' },
      { header: 'WITH', value: row => row.client },
      { header: 'FROM', value: row => row.address, look: 'dim' },
      { header: 'CURRENT', value: row => (row.isCurrent ? 'yes' : '') },
    ])
  })
  addExamples(command, ['', '--json sessionId,lastUsedAt'])
}

const addSessionEnd: FillCommand = ofEach('sessionId', {
  argument: ['<id...>', text('resource.ids')],
  async act(session, sessionId) {
    await (await session.send())(sessions.remove, { sessionId })
    return 'has ended'
  },
  examples: ['ID'],
})

/** KEY-04: `kinora sessions`. */
export const sessionVerbs: readonly LazyCommand[] = [
  verb('list', 'list your sign-ins that haven’t ended, the latest first', addSessionList),
  verb('end', 'end sign-ins of yours at once', addSessionEnd),
]
