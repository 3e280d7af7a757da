import { didYouMean, suggest } from '../../bulk/index.ts'
import { type ChannelRecord, channels, isClubOnly } from '../../channels/index.ts'
import { KinoraError } from '../../kernel/errors.ts'
import { type PublishingEffect, publishing } from '../../publishing/index.ts'
import { isCalled, shownName } from '../names.ts'
import { type Planning, refuse, type Supply, type Work } from '../planning.ts'
import { plannedChannel, storedChannel } from './channels.ts'

/** What an entry of the file stands for: a channel that is there, or one that the file makes. */
interface Named {
  name: string
  row: ChannelRecord | undefined
}

/** CHAN-10 to CHAN-14, C-102, C-103: the channels that the tenant gets, and with `prune` those that it loses. */
export async function planPublishing(planning: Planning, given: readonly string[]): Promise<void> {
  const supply = await planning.supply()
  const { id, options } = planning
  const named = given.flatMap((name, index) => findChannel(planning, supply, { name, index }) ?? [])
  const isOn = (row: ChannelRecord | undefined) => row?.tenants.includes(id) ?? false
  const missing = named.filter(({ row }) => !isOn(row))
  const wanted = new Set(named.map(({ row }) => row?.tag))
  const rest = supply.channels.filter(row => isOn(row) && !wanted.has(row.tag))
  if (!options.prune)
    planning.extra.push(
      ...rest.map(row => ({ section: 'publishing', name: shownName(row), isRemovable: true }) as const),
    )
  const leaving = options.prune ? rest : []
  await planChange(planning, 'publish', missing)
  await planChange(
    planning,
    'unpublish',
    leaving.map(row => ({ name: shownName(row), row })),
  )
}

async function planChange(
  planning: Planning,
  action: 'publish' | 'unpublish',
  named: readonly Named[],
): Promise<void> {
  if (named.length === 0) return
  const names = named.map(({ name }) => name)
  planning.steps.push({
    ...{ action, section: 'publishing', name: '' },
    changes: names.map(path => (action === 'publish' ? { path, after: true } : { path, before: true })),
    effects: await previewOf(planning, action, named),
    async run(work) {
      const tags = await tagsOf(planning, work, named)
      const key = action === 'publish' ? 'ChannelIdsToPublish' : 'ChannelIdsToUnPublish'
      const { send, signal, sleep } = work.ports
      const input = { TenantId: planning.id, [key]: tags }
      let { job } = await send(publishing.setTenant, input, { ...planning.inTenant, timeout: 0 })
      while (job.status === 'Running') {
        await sleep(1000, signal)
        job = await send(publishing.view, { jobId: job.jobId }, planning.inTenant)
      }
      const problem = job.problem || job.results.find(({ outcome }) => outcome === 'refused')?.problem
      if (problem) throw new KinoraError('refused', { detail: problem })
    },
  })
}

/** Of channels and a tenant that are there. */
async function previewOf(
  { ports, id, stored, inTenant }: Planning,
  action: 'publish' | 'unpublish',
  named: readonly Named[],
): Promise<PublishingEffect[] | undefined> {
  const tags = named.flatMap(({ row }) => row?.tag ?? [])
  if (stored === undefined || tags.length === 0) return undefined
  const change = { tenantId: id, publish: [], unpublish: [], [action]: tags }
  return (await ports.send(publishing.preview, { changes: [change] }, inTenant)).effects
}

function findChannel(
  planning: Planning,
  supply: Supply,
  { name, index }: { name: string; index: number },
): Named | undefined {
  const own = (planning.file.channels ?? []).filter(each => isCalled(each, name))
  const rows = supply.channels.filter(row => row.tag === name || isCalled(row, name))
  const path = `publishing.${index}`
  const candidates = own.length > 0 ? own.map(each => storedChannel(supply, each)) : rows
  if (candidates.length > 1) {
    const params = { value: name, count: candidates.length }
    refuse(planning, path, [{ path: '', code: 'tenantFile.ambiguous', params }])
    return undefined
  }
  const row = candidates[0]
  if (row === undefined && own.length === 0) {
    const known = [...supply.channels, ...(planning.file.channels ?? [])].map(shownName)
    const hint = didYouMean(suggest(name, known)).replace(/\.$/, '')
    const params = { field: 'Channel', value: name, hint }
    refuse(planning, path, [{ path: '', code: 'validation.reference', params }])
    return undefined
  }
  const { Availability } = own[0] === undefined ? row! : plannedChannel(own[0], row)
  if (isClubOnly(Availability) && !row?.tenants.includes(planning.id))
    refuse(planning, path, [{ path: '', code: 'publishing.clubOnly', params: { names: name } }])
  return { name, row }
}

/** Of channels that were made meanwhile, too. */
async function tagsOf(planning: Planning, { ports }: Work, named: readonly Named[]): Promise<string[]> {
  const known = named.flatMap(({ row }) => row?.tag ?? [])
  if (known.length === named.length) return known
  const { data } = await ports.send(channels.search, { page: 1, take: -1 }, planning.inTenant)
  const supply = { ...(await planning.supply()), channels: data }
  const made = named
    .filter(({ row }) => row === undefined)
    .map(({ name }) => {
      const each = planning.file.channels?.find(given => isCalled(given, name))
      return ((each && storedChannel(supply, each)) ?? data.find(row => isCalled(row, name)))?.tag
    })
  return [...known, ...made.flatMap(tag => tag ?? [])]
}
