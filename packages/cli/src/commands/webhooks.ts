import {
  type DeliveryAttempt,
  isWebhookDelivered,
  isWebhookSecret,
  newWebhookSecret,
  parseInput,
  ROTATION_HOURS,
  signWebhook,
  type Webhook,
  WebhookDelivery,
  WebhookDraft,
  webhooks,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { networkCode } from '../kernel/connection.ts'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes, usage, withFlags } from '../kernel/exit.ts'
import { fieldsOfRows, namesOf, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { missingIn, whenMissing } from '../kernel/missing.ts'
import { showPage, waiting } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import { type Resource, resourceVerbs, stateOf } from '../kernel/resource.ts'
import { withSecrets } from '../kernel/secrets.ts'
import { agree, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, answerFields, type FlagOptions, fieldsOf, flagOf, rowsOfPage } from '../kernel/verb.ts'
import { addEventFlags, followEvents, printEach, sinceHelp, toInstant } from './events.ts'

const columns: readonly Column<Webhook>[] = [
  { header: 'ENDPOINT', value: ({ url }) => url, flexible: true },
  { header: 'EVENTS', value: ({ eventTypes }) => eventTypes.join(', ') || 'all', flexible: true },
  {
    header: 'STATE',
    value: row => (row.switchedOff === null ? stateOf(row) : safe`switched off, ${row.switchedOff}`),
    look: ({ isActive, failingSince }) => (failingSince !== null ? 'bad' : isActive ? 'good' : 'dim'),
  },
  { header: 'WAITING', value: ({ waiting: count }) => count, align: 'right' },
  { header: 'DELIVERED', value: ({ deliveredAt }) => deliveredAt ?? 'never', look: 'dim' },
  { header: 'DESCRIPTION', value: ({ description }) => description, flexible: true },
]

/** `--url` is the server’s own. */
const naming: FlagOptions = {
  names: { url: 'endpoint', eventTypes: 'type', isActive: 'active' },
  help: {
    url: 'address that events are sent to',
    description: 'what it is for, as lists show it',
    eventTypes: 'type of events that are sent; all of them unless given',
    isActive: 'active; --no-active for inactive',
  },
}

const resource: Resource<Webhook> = {
  command: 'webhooks',
  calls: { list: webhooks.list, view: webhooks.view, update: webhooks.update, remove: webhooks.remove },
  id: 'webhookId',
  columns,
  fields: naming,
  samples: { type: ['title.published'] },
}

/** HOOK-02: the secret alone goes to stdout, so that it can be kept at once; it is never shown again. */
const addCreate: FillCommand = (command, session) => {
  const toDraft = addFlags(command, fieldsOf(WebhookDraft), { ...naming, required: ['url'] })
  command
    .hook('preAction', printing(session, answerFields(webhooks.create.output)))
    .action(async (flags: Record<string, unknown>) => {
      const given = { description: '', eventTypes: [], isActive: true, ...toDraft(flags) }
      if (flags.endpoint === undefined)
        throw usage(
          text('usage.missingFlag', { flag: '--endpoint' }),
          text('usage.passFlag', { flag: '--endpoint' }),
        )
      const made = await withNames(naming, async () => {
        const draft = parseInput(webhooks.create.input, given)
        return (await session.send())(webhooks.create, draft)
      })
      showSecret(session, made)
      session.print.done(text('resource.created', { id: made.webhookId }))
    })
  addExamples(command, [
    '--endpoint https://example.org/hooks',
    '--endpoint https://example.org/hooks --type title.published,title.failed --description "Search index"',
  ])
}

/** What is wrong with a field is reported with its flag. */
async function withNames<T>(options: FlagOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw withFlags(error, key => `--${flagOf(key, options)}`)
  }
}

function showSecret({ print, world }: Session, made: { webhookId: string; secret: string }): void {
  if (print.json) {
    print.record(made, [])
    return
  }
  world.stdout.write(`${made.secret}\n`)
  print.note('Copy it now: it is not shown again. Verify deliveries with it, see docs/webhooks.md.')
}

/** A webhook that isn’t there is named, with the command that lists them (exit code 3). */
const ofWebhook = <T>(session: Session, id: string, call: Promise<T>): Promise<T> =>
  whenMissing(call, error => missingIn(session, 'kinora webhooks list', id, error))

/** HOOK-04 */
const addRotate: FillCommand = (command, session) => {
  const { usual, max } = ROTATION_HOURS
  command
    .argument('<id>', text('resource.id'))
    .option(
      '--keep-old <hours>',
      safe`hours for which the old secret signs as well, ${max} at most; ${usual} unless given, 0 ends it at once`,
    )
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, answerFields(webhooks.rotate.output)))
    .action(async (id: string, { keepOld, yes }: { keepOld?: string; yes?: boolean }) => {
      const hours = Number(keepOld ?? usual)
      if (!(Number.isInteger(hours) && hours >= 0 && hours <= max))
        throw usage(safe`--keep-old takes whole hours from 0 to ${max}`, 'Pass for example --keep-old 24.')
      if (hours === 0)
        await agree(session, yes, safe`Give ${id} a new secret? The old one signs no more at once.`)
      const send = await session.send()
      const made = await ofWebhook(session, id, send(webhooks.rotate, { webhookId: id, hours }))
      showSecret(session, made)
      session.print.done(
        hours === 0
          ? safe`${id} has a new secret. The old one signs no more.`
          : say(
              {
                one: '{{id}} has a new secret. The old one signs as well for {{count}} hour.',
                other: '{{id}} has a new secret. The old one signs as well for {{count}} hours.',
              },
              { id, count: hours },
            ),
      )
    })
  addExamples(command, ['ID', 'ID --keep-old 0 --yes'])
}

/** HOOK-02: exit code 1 where the address didn’t take it. */
const addTest: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .hook('preAction', printing(session, answerFields(webhooks.test.output)))
    .action(async (id: string) => {
      const attempt = await waiting(session, async () =>
        ofWebhook(session, id, (await session.send())(webhooks.test, { webhookId: id })),
      )
      session.print.record(attempt, [
        ['status', attempt.status],
        ['milliseconds', attempt.milliseconds],
        ['problem', attempt.problem],
        ['answer', attempt.answer],
      ])
      if (isWebhookDelivered(attempt.status)) return session.print.done('The test event was delivered')
      session.print.fail(safe`The test event was not taken: ${resultOf(attempt)}`)
      session.code = exitCodes.failure
    })
  addExamples(command, ['ID', 'ID --json status,answer'])
}

const resultOf = ({ status, problem }: Pick<DeliveryAttempt, 'status' | 'problem'>): string =>
  status === null ? (problem ?? 'no answer') : `HTTP ${status}`

const deliveryColumns: readonly Column<WebhookDelivery>[] = [
  { header: 'EVENT', value: ({ eventId }) => eventId, look: 'accent' },
  { header: 'TYPE', value: ({ type }) => type },
  { header: 'HAPPENED', value: ({ happenedAt }) => happenedAt, look: 'dim' },
  {
    header: 'STATE',
    value: ({ state }) => state,
    look: ({ state }) => (state === 'delivered' ? 'good' : state === 'failed' ? 'bad' : undefined),
  },
  { header: 'TRIES', value: ({ tries }) => tries, align: 'right' },
  {
    header: 'LAST ANSWER',
    value: ({ attempts }) => (attempts.length === 0 ? '' : resultOf(attempts.at(-1)!)),
    flexible: true,
  },
  { header: 'NEXT TRY', value: ({ dueAt }) => dueAt, look: 'dim' },
]

/** HOOK-04 */
const addDeliveries: FillCommand = (command, session) => {
  command.argument('<id>', text('resource.id'))
  const options: FlagOptions = {
    names: { eventId: 'event' },
    help: { eventId: 'id of one event, such as evt_1042', state: 'where it stands' },
    omit: ['webhookId', ...rowsOfPage],
  }
  const toFilter = addFlags(command, fieldsOf(webhooks.deliveries.input), options)
  command
    .hook('preAction', printing(session, fieldsOfRows(WebhookDelivery)))
    .action((id: string, flags: Record<string, unknown>) =>
      showPage(
        session,
        () =>
          withNames(options, async () => {
            const asked = parseInput(webhooks.deliveries.input, { ...toFilter(flags), webhookId: id })
            return ofWebhook(session, id, (await session.send())(webhooks.deliveries, asked))
          }),
        deliveryColumns,
      ),
    )
  addExamples(command, ['ID --state failed', 'ID --event evt_1042 --json attempts'])
}

/** HOOK-04 */
const addResend: FillCommand = (command, session) => {
  command.argument('<id>', text('resource.id'))
  const options: FlagOptions = {
    names: { eventId: 'event' },
    help: { eventId: 'id of one event, such as evt_1042', since: `all events ${sinceHelp}` },
    omit: ['webhookId'],
  }
  const toWhat = addFlags(command, fieldsOf(webhooks.resend.input), options)
  command
    .hook('preAction', printing(session, answerFields(webhooks.resend.output)))
    .action(async (id: string, flags: Record<string, unknown>) => {
      const { since, ...what } = toWhat(flags)
      const moment = since === undefined ? {} : { since: await toInstant(session, String(since)) }
      const answer = await withNames(options, async () => {
        const asked = parseInput(webhooks.resend.input, { ...what, ...moment, webhookId: id })
        return ofWebhook(session, id, (await session.send())(webhooks.resend, asked))
      })
      const { count } = answer
      session.print.record(answer, [['count', count]])
      session.print.done(
        say({ one: '{{count}} event is sent again', other: '{{count}} events are sent again' }, { count }),
      )
    })
  addExamples(command, ['ID --event evt_1042', 'ID --since 2026-11-20T18:30:00Z'])
}

/** One event that was handed on, and what came back. */
interface Forwarded {
  at: string
  eventId: string
  type: string
  /** Null where no answer came. */
  status: number | null
  milliseconds: number
  problem: string | null
}

const forwardedFields = namesOf<Forwarded>({
  at: true,
  eventId: true,
  type: true,
  status: true,
  milliseconds: true,
  problem: true,
})

const forwardedColumns: readonly Column<Forwarded>[] = [
  { header: 'WHEN', value: ({ at }) => at },
  { header: 'ANSWER', value: resultOf },
  { header: 'TYPE', value: ({ type }) => type },
  { header: 'EVENT', value: ({ eventId }) => eventId },
  { header: 'TOOK', value: ({ milliseconds }) => safe`${milliseconds} ms` },
]

/** HOOK-05: deliveries on one’s own machine, without a webhook and without an address that the internet reaches. */
const addListen: FillCommand = (command, session) => {
  command
    .option(
      '--forward-to <address>',
      'address that each event is sent to, such as http://localhost:3000/hooks',
    )
    .option('--secret <text>', 'secret that signs, @FILE, or - to read it from stdin; a new one unless given')
  const toFilter = addEventFlags(command)
  command
    .hook('preAction', printing(session, forwardedFields))
    .action(async ({ forwardTo, ...flags }: Record<string, unknown> & { forwardTo?: string }) => {
      const to = toAddress(forwardTo)
      const secret = await readSecret(session, flags)
      await followEvents(session, await toFilter(session, flags), {
        tell: async event => {
          const forwarded = await forward(session, { to, secret, id: event.id, body: JSON.stringify(event) })
          printEach(session, { ...forwarded, type: event.type }, forwardedColumns)
        },
        ready: () => tellReady(session, to, secret),
        resume: after => safe`kinora webhooks listen --forward-to ${to} --after ${after}`,
      })
    })
  addExamples(command, [
    '--forward-to http://localhost:3000/hooks',
    '--forward-to localhost:3000/hooks --type title.published --secret @webhook-secret.txt',
  ])
}

function toAddress(given: string | undefined): string {
  const example = 'Pass for example --forward-to http://localhost:3000/hooks.'
  if (given === undefined) throw usage(text('usage.missingFlag', { flag: '--forward-to' }), example)
  const whole = given.includes('://') ? given : `http://${given}`
  const parsed = URL.canParse(whole) ? new URL(whole) : undefined
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol))
    throw usage(safe`--forward-to: ${given} is not an address`, example)
  return parsed.href
}

async function readSecret(session: Session, flags: Record<string, unknown>): Promise<string> {
  const { secret } = await withSecrets(session, flags, ['secret'])
  if (secret === undefined) return newWebhookSecret()
  if (typeof secret === 'string' && isWebhookSecret(secret.trim())) return secret.trim()
  throw usage(
    '--secret: this is not a webhook secret',
    'Pass one that begins with whsec_, or leave the flag out for a new one.',
  )
}

/** The secret goes to stdout, where a program that reads JSON gets it on stderr. */
function tellReady({ print, world }: Session, to: string, secret: string): void {
  const stream = print.json ? world.stderr : world.stdout
  stream.write(`${secret}\n`)
  print.note(safe`This secret signs what is sent to ${to}. Waiting for events … Ctrl-C ends it.`)
}

/** Milliseconds that a receiver has, as for the server’s own deliveries. */
const TIMEOUT = 15_000

interface Message {
  to: string
  secret: string
  id: string
  body: string
}

/** Sends one event as the server would: signed by Standard Webhooks, redirects not followed. */
async function forward(session: Session, { to, secret, id, body }: Message) {
  const { clock, interrupted, network } = session.world
  const began = clock.now()
  const timestamp = Math.floor(began / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'kinora-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signWebhook(secret, { id, timestamp, body }),
  }
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(TIMEOUT)])
  const { fetch } = await network()
  const sent = await fetch!(to, { method: 'POST', headers, body, signal, redirect: 'manual' })
    .then(async answer => {
      await answer.text()
      return { status: answer.status, problem: null }
    })
    .catch((error: unknown) => {
      interrupted.throwIfAborted()
      return { status: null, problem: networkCode(error) || (error as Error).message }
    })
  const at = new Date(began).toISOString()
  return { at, eventId: id, ...sent, milliseconds: Math.round(clock.now() - began) }
}

/** HOOK-02, HOOK-04, HOOK-05: `kinora webhooks`. */
export const webhookVerbs: readonly LazyCommand[] = [
  ...resourceVerbs(resource),
  verb('create', 'add a webhook and print its secret, once', addCreate),
  verb('test', 'send a test event now and show what came back', addTest),
  verb('deliveries', 'list what was sent or waits, the newest first, with its tries', addDeliveries),
  verb('resend', 'send one event again, or all since a moment', addResend),
  verb('rotate', 'give a webhook a new secret and print it, once', addRotate),
  verb('listen', 'send each event to an address of this machine, until Ctrl-C', addListen),
]
