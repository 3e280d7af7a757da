import {
  assertNoIssues,
  type ConfigurationType,
  checkWith,
  configurationTypes,
  newCustomLink,
  type SiteConfiguration,
  type SiteInput,
  site,
  siteDrafts,
  siteImages,
} from '@kinora/core'
import * as z from 'zod'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain, usage } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/hints.ts'
import { uploadImage } from '../kernel/image-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { agree, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { actingTenant, sendForTenant } from '../tenants/tenant.ts'
import { addUpcoming, assertMoment, showList, siteLists } from './site-content.ts'

/** The type as it was written; a usage error where there is none such. */
function toType(written: string): ConfigurationType {
  const found = configurationTypes.find(type => type === written.toLowerCase())
  if (found === undefined)
    throw usage(
      safe`${written} is no type of site settings`,
      'Use general, web, mobile, social, app or custom; show has titles, collections and schedule as well.',
    )
  return found
}

/** The fields of a type by their paths: `appTitle`, `light.logoUrl`. */
export const fieldsOf = (type: ConfigurationType): string[] => pathsOf(siteDrafts[type])

function pathsOf(schema: z.ZodType, prefix = ''): string[] {
  if (!(schema instanceof z.ZodObject)) return [prefix]
  return Object.entries(schema.shape).flatMap(([key, field]) =>
    pathsOf(field as z.ZodType, prefix === '' ? key : `${prefix}.${key}`),
  )
}

type Settings = Record<string, unknown>

/** The settings with the fields that were given as `field=value`; what is empty is null, as a picture that is left out. */
function withFields(type: ConfigurationType, before: Settings, given: readonly string[]): Settings {
  const known = fieldsOf(type)
  const how = safe`Fields: ${known.join(', ')}`
  const next = structuredClone(before)
  for (const pair of given) {
    const at = pair.indexOf('=')
    if (at < 1) throw usage(safe`${pair} is not a field and its value`, how)
    const field = known.find(path => path.toLowerCase() === pair.slice(0, at).toLowerCase())
    if (field === undefined) throw usage(safe`${type} settings have no field ${pair.slice(0, at)}`, how)
    putAt(next, field, toValue(field, pair.slice(at + 1)))
  }
  return next
}

function toValue(field: string, text: string): unknown {
  if (field === 'status' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return field.startsWith('dark.') && field.endsWith('Url') && text === '' ? null : text
}

function valueAt(settings: Settings, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Settings | undefined)?.[key], settings)
}

function putAt(settings: Settings, path: string, value: unknown): void {
  const [key = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    settings[key] = value
    return
  }
  const inner = (settings[key] ?? {}) as Settings
  settings[key] = inner
  putAt(inner, rest.join('.'), value)
}

const help = {
  type: 'general, web, mobile, social, app or custom',
  tag: 'tag of a custom link, as show prints it',
} as const

const nothingSet = 'Nothing is set yet'

async function read(session: Session, configurationType: ConfigurationType) {
  const tenantId = await actingTenant(session)
  const { data } = await (await session.send())(site.list, { tenantId, configurationType })
  return { tenantId, data }
}

const addShow: FillCommand = (command, session) => {
  command
    .argument(
      '[what]',
      'titles, collections or schedule; or the settings of general, web, mobile, social, app or custom',
      'titles',
    )
    .option(
      '--as-of <when>',
      'as it was or will be then: 2030-12-24, "2030-12-24 18:00" on the tenant’s clock, or with an offset',
    )
    .action(async (written: string, { asOf }: { asOf?: string }) => {
      const list = siteLists.find(each => each === written.toLowerCase())
      if (list !== undefined) return showList(session, list, asOf)
      const type = toType(written)
      assertMoment(session, type, asOf)
      const { data } = await read(session, type)
      const { print } = session
      const [first] = data
      if (first === undefined)
        throw explain('notFound', {
          what: nothingSet,
          how: safe`Set it: kinora site set ${type}${contextFlags(session)}`,
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
  addExamples(command, [
    'general',
    'custom --json tag,linkText,httpLink',
    'titles --as-of "2030-12-24 18:00"',
    'schedule --as-of 2030-12-24',
  ])
}

const nameOf = (row: SiteConfiguration): string =>
  'linkText' in row ? row.linkText : 'configurationSubType' in row ? row.configurationSubType : ''

const linesOf = (found: SiteConfiguration) =>
  fieldsOf(found.configurationType).map(path => [path, String(valueAt(found, path) ?? '')] as const)

const addSet: FillCommand = (command, session) => {
  command
    .argument('<type>', help.type)
    .argument(
      '<field=value...>',
      'field=value, such as appTitle="Pulse House" or light.logoUrl=logo.png; a picture is a file or the address of a stored one',
    )
    .option('--tag <tag>', help.tag)
    .action((written: string, given: string[], { tag }: { tag?: string }) =>
      set(session, toType(written), { given, tag }),
    )
  addExamples(command, [
    'general appTitle="Pulse House" contactEmail=hello@example.com',
    'web logoUrl=logo.png primaryColor=#1F4FD8',
    'social configurationSubType=Instagram httpLink=instagram.com/example',
    'custom httpLink=shop.example.com linkText=Shop',
  ])
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
  if (tag !== undefined && before === undefined) throw explain('notFound', { what: nothingSet })
  const settings = withFields(type, toStart(type, before), given)
  await storePictures(session, type, settings)
  assertNoIssues(checkWith(siteDrafts[type], settings))
  const configuration = { tenantId, configurationType: type, tag, version: before?.version, ...settings }
  const send = await session.send()
  const saved = await send(site.save, { configuration: configuration as unknown as SiteInput })
  const after = saved.data.find(row =>
    before === undefined ? !data.some(({ tag }) => tag === row.tag) : row.tag === before.tag,
  )
  if (after !== undefined) session.print.record(after, [['tag', after.tag], ...linesOf(after)])
  session.print.done('Settings saved')
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
    .argument('<type>', help.type)
    .option('--tag <tag>', help.tag)
    .option('-y, --yes', text('flag.yes'))
    .action(async (written: string, { tag, yes }: { tag?: string; yes?: boolean }) => {
      const type = toType(written)
      const question =
        tag === undefined ? safe`Delete all ${type} settings of the site?` : safe`Delete the link ${tag}?`
      await agree(session, yes, question)
      await sendForTenant(session, site.remove, { configurationType: type, tag })
      session.print.done('Deleted')
    })
  addExamples(command, ['custom --tag TAG', 'social --yes'])
}

const addOrder: FillCommand = (command, session) => {
  command.argument('<tag...>', 'tags of custom links, the first one first').action(async (tags: string[]) => {
    await sendForTenant(session, site.reorder, { tags })
    session.print.done('Order of links saved')
  })
  addExamples(command, ['TAG OTHER_TAG'])
}

/** SITE-01 to SITE-14: `kinora site`. */
export const siteVerbs: readonly LazyCommand[] = [
  verb('show', 'show what the site has, now or at another moment, or its settings', addShow),
  verb('set', 'change settings; fields that are left out stay', addSet),
  verb('remove', 'delete the settings of a type, or one link', addRemove),
  verb('order', 'put custom links into another order', addOrder),
  verb('upcoming', 'list titles that come to the site and leave it in the next 90 days', addUpcoming),
]

/** SITE-04: stores the pictures that are named as files, each measured before it is sent, and puts their addresses in place. */
async function storePictures(session: Session, type: ConfigurationType, settings: Settings): Promise<void> {
  if (type !== 'web' && type !== 'mobile') return
  for (const [path, rule] of Object.entries(siteImages[type])) {
    const value = valueAt(settings, path)
    if (typeof value !== 'string' || value === '' || value.startsWith('/media/')) continue
    putAt(settings, path, await uploadImage(session, { ...rule, path: value, field: path }))
  }
}
