import {
  assertNoIssues,
  type ConfigurationType,
  checkWith,
  newCustomLink,
  type SiteConfiguration,
  type SiteInput,
  siteDrafts,
} from '@kinora/core'
import { explain } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/follow-up.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { demand, requireYes, type Session } from '../kernel/session.ts'
import { fieldsOf, type Settings, toType, valueAt, withFields } from '../site/fields.ts'
import { storePictures } from '../site/images.ts'
import { siteText } from '../site/texts.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'
import { text } from '../texts.ts'

async function read(session: Session, configurationType: ConfigurationType) {
  const tenantId = await actingTenant(session)
  const { site } = await session.api()
  const { data } = await site.list({ tenantId, configurationType }, { signal: session.world.interrupted })
  return { tenantId, data }
}

const addShow: FillCommand = (command, session) => {
  command.argument('<type>', siteText('help.type')).action(async (written: string) => {
    const type = toType(written)
    const { data } = await read(session, type)
    const { print } = session
    const [first] = data
    if (first === undefined)
      throw explain('notFound', {
        what: siteText('none.text'),
        how: siteText('none.how', { type, context: contextFlags(session) }),
      })
    if (type === 'general' || type === 'web' || type === 'mobile') print.record(first, linesOf(first))
    else
      print.table(data, [
        { header: 'TAG', value: row => row.tag, look: 'accent' },
        { header: 'LINK', value: row => ('httpLink' in row ? row.httpLink : ''), flexible: true },
        { header: 'NAME', value: nameOf, flexible: true },
        { header: 'STATE', value: row => ('status' in row && !row.status ? 'inactive' : 'active') },
      ])
  })
}

const nameOf = (row: SiteConfiguration): string =>
  'linkText' in row ? row.linkText : 'configurationSubType' in row ? row.configurationSubType : ''

const linesOf = (found: SiteConfiguration) =>
  fieldsOf(found.configurationType).map(path => [path, String(valueAt(found, path) ?? '')] as const)

const addSet: FillCommand = (command, session) => {
  command
    .argument('<type>', siteText('help.type'))
    .argument('<field=value...>', siteText('help.fields'))
    .option('--tag <tag>', siteText('help.tag'))
    .action((written: string, given: string[], { tag }: { tag?: string }) =>
      set(session, toType(written), { given, tag }),
    )
}

/** API-141: what is stored with the fields that are given. */
async function set(
  session: Session,
  type: ConfigurationType,
  { given, tag }: { given: readonly string[]; tag: string | undefined },
): Promise<void> {
  const { tenantId, data } = await read(session, type)
  const subType = valueAt(withFields(type, {}, given), 'configurationSubType')
  const isSame = (row: SiteConfiguration) =>
    type === 'custom'
      ? row.tag === tag
      : !('configurationSubType' in row) || row.configurationSubType === subType
  const before = data.find(isSame)
  if (tag !== undefined && before === undefined) throw explain('notFound', { what: siteText('none.text') })
  const settings = withFields(type, toStart(type, before), given)
  await storePictures(session, type, settings)
  assertNoIssues(checkWith(siteDrafts[type], settings))
  const configuration = { tenantId, configurationType: type, tag, version: before?.version, ...settings }
  const { site } = await session.api()
  const saved = await site.save({ configuration: configuration as unknown as SiteInput })
  const after = saved.data.find(row =>
    before === undefined ? !data.some(({ tag }) => tag === row.tag) : row.tag === before.tag,
  )
  if (after !== undefined) session.print.record(after, [['tag', after.tag], ...linesOf(after)])
  session.print.done(siteText('set.done'))
}

function toStart(type: ConfigurationType, before: SiteConfiguration | undefined): Settings {
  if (before !== undefined) {
    const { tag: _tag, tenantId: _tenant, version: _version, configurationType: _type, ...settings } = before
    return settings
  }
  if (type === 'custom') return { ...newCustomLink }
  if (type === 'mobile') return { light: {}, dark: { logoUrl: null, splashUrl: null, appIconUrl: null } }
  return type === 'social' ? { status: true } : {}
}

const addRemove: FillCommand = (command, session) => {
  command
    .argument('<type>', siteText('help.type'))
    .option('--tag <tag>', siteText('help.tag'))
    .option('-y, --yes', text('flag.yes'))
    .action(async (written: string, { tag, yes = false }: { tag?: string; yes?: boolean }) => {
      const type = toType(written)
      if (!yes) {
        demand(session, '--yes')
        await requireYes(
          session,
          tag === undefined ? siteText('remove.ask', { type }) : siteText('remove.askOne', { tag }),
        )
      }
      const { site } = await session.api()
      await site.remove({ tenantId: await actingTenant(session), configurationType: type, tag })
      session.print.done(siteText('remove.done'))
    })
}

const addOrder: FillCommand = (command, session) => {
  command.argument('<tag...>', siteText('help.tags')).action(async (tags: string[]) => {
    const { site } = await session.api()
    await site.reorder({ tenantId: await actingTenant(session), tags })
    session.print.done(siteText('order.done'))
  })
}

const verb = (name: 'show' | 'set' | 'remove' | 'order', fill: FillCommand): LazyCommand => ({
  name,
  summary: siteText(`help.${name}`),
  load: async () => fill,
})

/** SITE-01 to SITE-14: `kinora site`. */
export const siteVerbs: readonly LazyCommand[] = [
  verb('show', addShow),
  verb('set', addSet),
  verb('remove', addRemove),
  verb('order', addOrder),
]
