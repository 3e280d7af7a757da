import type { Issue } from '@kinora/core'
import { escapeControl, toLine } from './cells.ts'
import type { ChosenProfile, Session } from './session.ts'
import { DEFAULT_PROFILE } from './world.ts'

/** Quotes a word for a shell; one with a line break or what else would steer the terminal as bash and zsh read it, in escapes. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  const escaped = escapeControl(word.replace(/[\\']/g, String.raw`\$&`), toOctets)
  return toLine(word) === word ? `'${word.replaceAll("'", `'\\''`)}'` : `$'${escaped}'`
}

/** A path as an argument: one that begins with a hyphen would be read as an option. */
export const quotedPath = (path: string): string => quoted(path.startsWith('-') ? `./${path}` : path)

/** UTF-8 in octal, which every bash and zsh reads, whatever the locale. */
const toOctets = (sign: string): string =>
  Array.from(new TextEncoder().encode(sign), octet => `\\${octet.toString(8).padStart(3, '0')}`).join('')

/** ` --profile staging`, for a command that is suggested to a person. */
export const profileFlag = ({ profile }: { profile: Pick<ChosenProfile, 'name' | 'isFlag'> }): string =>
  profile.name === DEFAULT_PROFILE && !profile.isFlag ? '' : ` --profile ${profile.name}`

/** ` --profile staging --url … --tenant …`: what a command that is suggested to a person needs to go where this one went. */
export const contextFlags = (session: Session): string =>
  `${serverFlags(session)}${session.isTenantNamed ? ` --tenant ${quoted(session.options.tenant ?? '')}` : ''}`

const serverFlags = (session: Session): string =>
  `${profileFlag(session)}${session.isUrlNamed ? ` --url ${quoted(session.options.url ?? '')}` : ''}`

/** The command that signs in where this one went; without the tenant, which a sign-in would remember. */
export const loginCommand = (session: Session): string => `kinora login${serverFlags(session)}`

/** Commands that take less than the whole context: others work on the database of this machine. */
const taken: ReadonlyMap<string, readonly string[]> = new Map([
  ['login', ['--profile', '--url']],
  ['logout', ['--profile', '--url']],
  ['accounts', []],
  ['serve', []],
])

/**
 * A remark whose commands go where this one went: each gets the flags of `context` (`contextFlags`) that it doesn’t name yet.
 * What stands between quotes is a value.
 */
export function inContext(how: string, context: string): string {
  const flags = context.split(/ (?=--)/).filter(flag => flag !== '')
  if (flags.length === 0) return how
  return how.replace(
    /'[^']*'|\bkinora (?=[a-z])((?:'[^']*'|(?!\bkinora [a-z]).)*)/gs,
    (found, rest: string | undefined) => {
      if (rest === undefined) return found
      const allowed = taken.get(/^[a-z-]+/.exec(rest)![0])
      const missing = flags.filter(flag => {
        const [name = ''] = flag.split(' ')
        return !rest.includes(`${name} `) && (allowed?.includes(name) ?? true)
      })
      return `kinora ${[...missing, rest].join(' ')}`
    },
  )
}

/** What follows `kinora` to show what a command is about, by the words that it begins with. */
const lists: Readonly<Record<string, string>> = {
  titles: 'titles list',
  'titles bulk': 'titles bulk status',
  'titles deleted': 'titles deleted',
  'titles jobs': 'titles jobs list',
  'titles restore': 'titles deleted',
  'titles revert': 'history TAG',
  history: 'history TAG',
  batches: 'batches list',
  captions: 'captions list TAG',
  categories: 'categories list',
  subcategories: 'subcategories list CATEGORY',
  collections: 'collections list',
  'collections classes': 'collections classes list TAG',
  documents: 'documents list',
  subscriptions: 'subscriptions list',
  texts: 'texts list',
  channels: 'channels list',
  'channels titles': 'channels titles list CHANNEL',
  schedule: 'schedule list',
  publishing: 'publishing show',
  providers: 'providers list',
  tenants: 'tenants list',
  labels: 'labels list',
  'focus-areas': 'focus-areas list',
  equipment: 'equipment list',
  members: 'members list',
  'members import': 'members imports',
  'members process': 'members imports',
  'members report': 'members imports',
  'members stop': 'members imports',
  'members watch': 'members imports',
  favourites: 'favourites list',
  views: 'views list',
  terms: 'terms versions',
  site: 'site show general',
  'site show custom': 'site show custom',
  'site set custom': 'site show custom',
  'site remove custom': 'site show custom',
  'site remove social': 'site show social',
  'site set social': 'site show social',
  accounts: 'accounts list',
  reports: 'reports list',
  webhooks: 'webhooks list',
}

/** Where the words of a command name something else than what it is about. */
export const listCommands: Readonly<Record<string, string>> = {
  ...lists,
  'titles jobs edit': 'titles list',
  'titles jobs publish': 'titles list',
  'titles jobs unpublish': 'titles list',
  'titles jobs delete': 'titles list',
  history: 'titles list',
  captions: 'titles list',
  subcategories: 'categories list',
  'collections classes': 'collections list',
  'channels titles': 'channels list',
  publishing: 'channels list',
  'members import': 'members list',
  'favourites add': 'titles list',
}

/** The command that lists what the command line with these words may name; undefined where there is none. */
export const listOfNames = (args: readonly string[]): string | undefined => findIn(listCommands, args)

/** The command that shows what the command line with these words is about; undefined where there is none. */
export const listFor = (args: readonly string[]): string | undefined => findIn(lists, args)

/** The entry of the most words. */
function findIn(table: Readonly<Record<string, string>>, args: readonly string[]): string | undefined {
  const at = args.findIndex(word => Object.hasOwn(table, word))
  if (at < 0) return undefined
  const words = [3, 2, 1].map(count => args.slice(at, at + count).join(' '))
  return `kinora ${table[words.find(each => Object.hasOwn(table, each)) ?? '']}`
}

/** What lists all that a field may name, by what messages call it; every role may run it. */
const nameable: Readonly<Record<string, string>> = {
  Channel: 'channels list',
  Category: 'categories list',
  'Sub category': 'subcategories list CATEGORY',
  Provider: 'completion --values providers',
  Label: 'completion --values labels',
  'Focus area': 'completion --values focus-areas',
  Equipment: 'completion --values equipment',
}
const subjects: Readonly<Record<string, string>> = {
  channelId: 'Channel',
  classCategoryId: 'Category',
  classSubCategoryId: 'Sub category',
  providerId: 'Provider',
  labelIds: 'Label',
  focusAreaIds: 'Focus area',
  equipmentIds: 'Equipment',
}
const ofOthers: ReadonlySet<string> = new Set(['title.channelForeign', 'title.referenceForeign'])

/** Where to look for a name that will do; channels are listed with their providers (C-136). */
export function namesHint(issues: readonly Issue[]): string | undefined {
  const lists = issues.flatMap(({ code, path, params }) => {
    if (code !== 'validation.reference' && code !== 'title.subCategoryForeign' && !ofOthers.has(code))
      return []
    const list = nameable[String(params?.field ?? subjects[path])]
    return list === undefined ? [] : `kinora ${list}`
  })
  if (lists.length === 0) return undefined
  return `See what may be named: ${[...new Set(lists)].join(', ')}`
}

const mends: Readonly<Record<string, string>> = {
  'quota.titles':
    'See what is used with kinora quota, delete titles with kinora titles delete TAG, then run the same command again.',
  'quota.bytes':
    'See what is used with kinora quota, delete what nobody needs any more, such as titles with kinora titles delete TAG, then run the same command again.',
  'quota.openUploads':
    'List open uploads with kinora titles list --status uploading, cancel one with kinora titles cancel TAG, then run the same command again.',
  'quota.images': 'Run the same command again tomorrow. What is used: kinora quota',
}

/** What to do about a refusal by a quota; undefined where it is none. */
export function quotaHint(issues: readonly Issue[]): string | undefined {
  return issues.map(({ code }) => mends[code]).find(mend => mend !== undefined)
}

/** The data folder again, for a command to run next. */
export const dataFlag = ({ data }: { data?: string }): string =>
  data === undefined ? '' : ` --data ${quotedPath(data)}`
