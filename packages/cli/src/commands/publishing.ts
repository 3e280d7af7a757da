import {
  type ChannelRecord,
  channels,
  Delivery,
  DeliveryStatus,
  deliveries,
  deliveryTexts,
  deliveryWords,
  en,
  fillText,
  type Input,
  KinoraError,
  type PublishingChange,
  type PublishingJob,
  publishing,
  tenants,
} from '@kinora/core'
import { Option } from 'commander'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes, usage } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { orNotFound } from '../kernel/missing.ts'
import { listing } from '../kernel/pages.ts'
import { withSpinner } from '../kernel/progress.ts'
import { requireFlag, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { effectWords, showEffect } from '../publishing/effect.ts'
import { channelTags } from '../titles/names.ts'

interface Shown {
  channel: string
  channelName: string
  tenant: string
  tenantName: string
}

/** CHAN-13: a line for each channel and tenant. */
const addShow: FillCommand = (command, session) => {
  command
    .option('--channel <tag>', 'only this channel')
    .hook('preAction', printing(session, ['channel', 'channelName', 'tenant', 'tenantName']))
    .action(async ({ channel: tag }: { channel?: string }) => {
      const send = await session.send()
      const rows =
        tag === undefined
          ? (await send(channels.search, { take: -1 })).data
          : [await send(channels.view, { tag: (await channelTags(session, [tag]))[0]! })]
      const { data } = await send(tenants.list, {})
      const nameOf = new Map(data.map(({ tenantId, name }) => [tenantId, name]))
      const { tenant: only } = session.options
      session.print.table<Shown>(
        rows
          .flatMap(row => toShown(row, nameOf))
          .filter(({ tenant }) => only === undefined || tenant === only),
        [
          { header: 'CHANNEL', value: row => row.channel, look: 'accent' },
          { header: 'NAME', value: row => row.channelName, flexible: true },
          { header: 'TENANT', value: row => row.tenant, look: 'accent' },
          { header: 'NAME', value: row => row.tenantName, flexible: true },
        ],
      )
    })
  addExamples(command, ['', '--channel lumen-flow', '--tenant pulsehouse'])
}

const toShown = (
  { tag, displayName, tenants: ids }: ChannelRecord,
  nameOf: ReadonlyMap<string, string>,
): Shown[] =>
  ids.map(tenant => ({
    channel: tag,
    channelName: displayName,
    tenant,
    tenantName: nameOf.get(tenant) ?? '',
  }))

interface SetFlags {
  to?: string[]
  off?: string[]
  dryRun?: boolean
  yes?: boolean
}

const list = (value: string, earlier: string[] = []): string[] => [...earlier, ...value.split(',')]

const addSet: FillCommand = (command, session) => {
  command
    .argument('<channel...>', 'names or tags of channels')
    .option('--to <tenant>', `${'tenant to publish to'} (repeatable)`, list)
    .option('--off <tenant>', `${'tenant to unpublish from'} (repeatable)`, list)
    .option('--dry-run', 'say what would happen, and end')
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, ['tenantId', 'arriving', 'leaving', 'outcome', 'problem']))
    .action((tags: string[], flags: SetFlags) => set(session, [...new Set(tags)], flags))
  addExamples(command, [
    'lumen-flow --to pulsehouse --off nordicmove --dry-run',
    'lumen-flow ironside-strength --to pulsehouse --yes',
  ])
}

/** CHAN-11, C-103: the effect is said, asked about, and then carried out, one call for each tenant. */
async function set(
  session: Session,
  named: string[],
  { to = [], off = [], dryRun, yes }: SetFlags,
): Promise<void> {
  const both = to.find(id => off.includes(id))
  if (both !== undefined) throw usage(safe`${both} stands in both --to and --off`)
  if (to.length + off.length === 0) throw usage('Name a tenant with --to or --off')
  if (!yes && !dryRun) requireFlag(session, '--yes')
  const tags = await channelTags(session, named)
  const changes: PublishingChange[] = [
    ...to.map(tenantId => ({ tenantId, publish: tags, unpublish: [] })),
    ...off.map(tenantId => ({ tenantId, publish: [], unpublish: tags })),
  ]
  const effects = await showEffect(session, changes)
  if (dryRun) {
    if (session.print.json)
      session.print.table(
        effects.map(row => ({ ...row, outcome: 'waiting', problem: '' })),
        [],
      )
    return
  }
  if (!yes) await requireYes(session, text('publishing.ask', { count: changes.length }))
  const jobs = await withSpinner(session, 'Publishing', async () => {
    const done: PublishingJob[] = []
    for (const change of changes) {
      const job = await publishOne(session, change)
      if (session.print.lines) session.print.table(job.results, [])
      done.push(job)
    }
    return done
  })
  report(session, jobs)
}

/** Until the tenant is done, be it at once or by the server’s queue. */
async function publishOne(
  session: Session,
  { tenantId, publish, unpublish }: PublishingChange,
): Promise<PublishingJob> {
  const send = await session.send()
  const input = { tenantId: tenantId!, channelIdsToPublish: publish, channelIdsToUnPublish: unpublish }
  let { job } = await send(publishing.setTenant, input, { timeout: 0 })
  while (job.status === 'Running') {
    await session.world.clock.sleep(1000, session.world.interrupted)
    job = await send(publishing.view, { jobId: job.jobId })
  }
  if (job.status === 'Stopped') throw new KinoraError('server', { detail: job.problem })
  return job
}

function report(session: Session, jobs: readonly PublishingJob[]): void {
  const results = jobs.flatMap(job => job.results)
  if (session.print.json && !session.print.lines) session.print.table(results, [])
  for (const result of results) {
    const { outcome, tenantName: name, problem } = result
    if (outcome === 'refused') session.print.warn(safe`${name}: ${problem}`)
    else session.print.note(`  ${effectWords(result)}`)
  }
  const failed = results.filter(({ outcome }) => outcome === 'refused').length
  if (failed > 0) session.code = exitCodes.partly
  if (failed < results.length)
    session.print.done(
      say(
        { one: '{{count}} tenant done', other: '{{count}} tenants done' },
        { count: results.length - failed },
      ),
    )
  else throw new KinoraError('server', { detail: en['error.500'] })
}

/** LIVE-09, C-139: how titles stand at JW Player, and why. */
const addDeliveries: FillCommand = listing({
  flags(command) {
    command
      .option('--title <tag>', 'only this title')
      .addOption(new Option('--status <status>', 'only these').choices(DeliveryStatus.options))
      .option('--all', text('filter.all'))
    return ({ title, status, all }) => ({
      ...(title !== undefined && { titleTag: String(title) }),
      ...(status !== undefined && { status: status as DeliveryStatus }),
      ...(all === true && { take: -1 }),
    })
  },
  fields: Object.keys(Delivery.shape),
  ask: async (session, input: Input<typeof deliveries.list>) => {
    const { tenant: tenantId } = session.options
    return (await session.send())(deliveries.list, { ...input, ...(tenantId !== undefined && { tenantId }) })
  },
  columns: [
    { header: 'TITLE', value: row => row.titleTag, look: 'accent' },
    { header: 'NAME', value: row => row.className, flexible: true },
    { header: 'TENANT', value: row => row.tenantId },
    {
      header: 'JW PLAYER',
      value: row => deliveryTexts[`ui.delivery.status.${row.status}`],
      look: row => (row.status === 'failed' ? 'bad' : row.status === 'ready' ? 'good' : undefined),
    },
    { header: 'MEDIA', value: row => row.mediaId },
    {
      header: 'WHY',
      value: row => deliveryWords(row, (key, params) => fillText(deliveryTexts[key], params)),
      flexible: true,
    },
  ],
  examples: ['', '--status failed --json titleTag,tenantId,problem', '--title TAG'],
})

/** LIVE-09: hands a title to JW Player again. */
const addDeliver: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<tenant>', 'id of the tenant on JW Player')
    .hook('preAction', printing(session, Object.keys(Delivery.shape)))
    .action(async (titleTag: string, tenantId: string) => {
      const call = (await session.send())(deliveries.retry, { titleTag, tenantId })
      const how = 'List what JW Player has: kinora publishing deliveries'
      const row = await orNotFound(call, how)
      session.print.record(row, [
        ['title', row.titleTag],
        ['tenant', row.tenantId],
        ['jw player', deliveryTexts[`ui.delivery.status.${row.status}`]],
        ['media id', row.mediaId],
      ])
      session.print.done(deliveryTexts['ui.delivery.retried'])
    })
  addExamples(command, ['TAG pulsehouse'])
}

/** CHAN-10 to CHAN-14, TENANT-28: `kinora publishing`. */
export const publishingVerbs: readonly LazyCommand[] = [
  verb('show', 'list what is published, and to whom', addShow),
  verb('deliveries', 'list how titles stand at JW Player, and why', addDeliveries),
  verb('deliver', 'hand a title to JW Player again', addDeliver),
  verb('set', 'publish channels to tenants and take others off; shows the effect first', addSet),
]
