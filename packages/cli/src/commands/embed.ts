import {
  EmbedSession,
  EmbedSessionDraft,
  embedFeatures,
  embedSessions,
  type NewEmbedSession,
} from '@kinora/core'
import * as z from 'zod'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage, withFlags } from '../kernel/exit.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { ofEach, showDone } from '../kernel/outcomes.ts'
import { listing } from '../kernel/pages.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, answerFields, type FlagOptions, fieldsOf, flagOf, rowsOfPage } from '../kernel/verb.ts'
import { actingTenant } from '../tenants/tenant.ts'

const { keyId, rights, components, origins, lifetime } = EmbedSessionDraft.shape
const Id = z.string()

/** A draft as flags have it: flat. */
const Flags = z.object({
  keyId,
  rights,
  components,
  origins,
  lifetime: lifetime.unwrap().optional(),
  userId: Id.optional(),
  userName: Id.optional(),
  asTenant: Id.optional(),
  asProvider: Id.optional(),
  tags: z.array(Id).optional(),
  channelIds: z.array(Id).optional(),
  categoryIds: z.array(Id).optional(),
  own: z.boolean().optional(),
  without: z.array(z.enum(embedFeatures)).optional(),
})

const naming: FlagOptions = {
  names: {
    keyId: 'key',
    userId: 'user',
    userName: 'name',
    rights: 'right',
    components: 'component',
    tags: 'tag',
    channelIds: 'channel',
    categoryIds: 'category',
    origins: 'origin',
  },
  help: {
    keyId: 'one of your keys; left out, KINORA_API_KEY is the key',
    userId: 'id of the person on your platform',
    userName: 'name of the person, as the audit log shows it',
    rights: 'right of the key that the session has',
    components: 'component that it is for, in place of rights',
    asTenant: 'id of the tenant that it acts for; needed where the key is for several',
    asProvider: 'tag of the provider that it acts for',
    tags: 'tag of a title that it is for; all of them unless given',
    channelIds: 'id of a channel whose titles it is for',
    categoryIds: 'id of a category whose titles it is for',
    own: 'only titles that this person made with this key',
    origins: 'origin of a page that it is good on; those of the key and the tenant unless given',
    without: 'feature that is turned off',
    lifetime: 'seconds that it lasts, 60 to 86400; 900 unless given',
  },
}

type Row = z.infer<typeof EmbedSession>
type Given = Partial<z.infer<typeof Flags>>

function toDraft({
  userId,
  userName,
  asTenant,
  asProvider,
  own,
  without,
  ...given
}: Given): EmbedSessionDraft {
  const { tags, channelIds, categoryIds, ...rest } = given
  const titles = {
    ...(tags && { tags }),
    ...(channelIds && { channelIds }),
    ...(categoryIds && { categoryIds }),
    ...(own === true && { own }),
  }
  const side = { ...(asTenant && { tenantId: asTenant }), ...(asProvider && { providerId: asProvider }) }
  return {
    ...rest,
    user: { id: userId ?? '', name: userName ?? userId ?? '' },
    ...(Object.keys(titles).length > 0 && { titles }),
    ...(Object.keys(side).length > 0 && { actsAs: side }),
    ...(without && { features: Object.fromEntries(without.map(name => [name, false])) }),
  }
}

/** KEY-06: the token alone goes to stdout, so that a script takes it; it is never shown again. */
const addCreate: FillCommand = (command, session) => {
  const toGiven = addFlags(command, fieldsOf(Flags), { ...naming, required: ['userId'] })
  command
    .hook('preAction', printing(session, answerFields(embedSessions.create.output)))
    .action((flags: Record<string, unknown>) => create(session, toGiven(flags) as Given))
  addExamples(command, [
    '--user u-17 --name "Jo Host" --component UploadTray --tag TAG --lifetime 3600',
    '--user u-17 --right read,titles --own --without delete',
  ])
}

/** The flag that a field of the draft was given by. */
function flagAt(path: string): string | undefined {
  const [first = '', second = ''] = path.split('.')
  if (first === 'user') return second === 'name' ? '--name' : '--user'
  if (first === 'actsAs') return second === 'providerId' ? '--as-provider' : '--as-tenant'
  if (first === 'features') return '--without'
  const key = first === 'titles' && second !== '' ? second : first
  return key in Flags.shape ? `--${flagOf(key, naming)}` : undefined
}

async function create(session: Session, given: Given): Promise<void> {
  if (given.userId === undefined)
    throw usage(text('usage.missingFlag', { flag: '--user' }), text('usage.passFlag', { flag: '--user' }))
  const send = await session.send()
  const made = await send(embedSessions.create, toDraft(given)).catch((error: unknown) => {
    throw withFlags(error, flagAt)
  })
  show(session, made)
}

function show({ print, world }: Session, made: NewEmbedSession): void {
  if (print.json) print.record(made, [])
  else world.stdout.write(`${made.token}\n`)
  print.done(safe`Created session ${made.sessionId} for ${made.user.name}, which ends at ${made.endsAt}`)
}

const addList: FillCommand = listing({
  flags: command =>
    addFlags(command, fieldsOf(embedSessions.list.input), {
      names: { keyId: 'key' },
      help: { keyId: 'only the sessions of this key' },
      omit: rowsOfPage,
    }),
  fields: fieldsOfRows(EmbedSession),
  ask: async (session, input) => (await session.send())(embedSessions.list, input),
  columns: [
    { header: 'ID', value: ({ sessionId }: Row) => sessionId, look: 'accent' },
    { header: 'PERSON', value: ({ user }) => safe`${user.name} (${user.id})`, flexible: true },
    { header: 'KEY', value: ({ keyName }) => keyName, flexible: true },
    { header: 'RIGHTS', value: row => row.rights.join(', '), flexible: true },
    { header: 'ENDS', value: ({ endsAt }) => endsAt, look: 'dim' },
  ],
  examples: ['', '--key ID --json sessionId,endsAt'],
})

const addEnd: FillCommand = ofEach('sessionId', {
  argument: ['<id...>', text('resource.ids')],
  async act(session, sessionId) {
    await (await session.send())(embedSessions.remove, { sessionId })
    return 'has ended'
  },
  examples: ['ID'],
})

/** KEY-06: shows the tenant’s pages, or replaces them. */
const addOrigins: FillCommand = (command, session) => {
  const { origins } = embedSessions.setOrigins.input.shape
  const toInput = addFlags(command, fieldsOf(z.object({ origins: origins.optional() })), {
    names: { origins: 'origin' },
    help: { origins: 'page that may embed, such as https://studio.example; replaces those before' },
  })
  command
    .option('--none', 'let no page of the tenant embed')
    .hook('preAction', printing(session, answerFields(embedSessions.origins.output)))
    .action(async ({ none, ...flags }: { none?: boolean } & Record<string, unknown>) => {
      const given = none ? { origins: [] } : (toInput(flags) as { origins?: string[] })
      const tenantId = await actingTenant(session)
      const send = await session.send()
      if (given.origins === undefined) {
        const now = await send(embedSessions.origins, { tenantId })
        if (session.print.json) session.print.record(now, [])
        else for (const origin of now.origins) session.print.line(origin)
        return
      }
      const after = await send(embedSessions.setOrigins, { tenantId, origins: given.origins }).catch(
        (error: unknown) => {
          throw withFlags(error, path => (path.startsWith('origins') ? '--origin' : undefined))
        },
      )
      showDone(
        session,
        after,
        say(
          { one: '{{count}} page may embed', other: '{{count}} pages may embed' },
          { count: after.origins.length },
        ),
      )
    })
  addExamples(command, ['', '--origin https://studio.example'])
}

/** KEY-06: `kinora embed`. */
export const embedVerbs: readonly LazyCommand[] = [
  verb('create', 'create a session for a person of your platform and print its token, once', addCreate),
  verb('list', 'list the sessions that haven’t ended, the latest first', addList),
  verb('end', 'end sessions at once', addEnd),
  verb('origins', 'show or replace the pages that may embed for the tenant', addOrigins),
]
