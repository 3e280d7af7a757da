import {
  type Availability,
  assertNoIssues,
  availabilityFlags,
  availabilityValues,
  type ChannelDraft,
  type ChannelRecord,
  type ChannelTitle,
  channelKinds,
  channels,
  checkChannel,
  effectsOf,
  en,
  limits,
  newChannel,
  nowhere,
  productOf,
  ChannelTitle as Schema,
  toStatusKey,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { type ImageFields, withImages } from '../kernel/image-fields.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { resourceVerbs } from '../kernel/resource.ts'
import { agree, requireFlag, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { showEffect } from '../publishing/effect.ts'
import { channelTags, providerTag } from '../titles/names.ts'

const channelHelp = 'name or tag of the channel'

const oneChannel = async (session: Session, given: string): Promise<string> =>
  (await channelTags(session, [given]))[0]!

const addList: FillCommand = (command, session) => {
  command
    .argument('<channel>', channelHelp)
    .option('--foreign', 'only titles of other providers')
    .hook('preAction', printing(session, Object.keys(Schema.shape)))
    .action(async (channel: string, { foreign }: { foreign?: boolean }) => {
      const tag = await oneChannel(session, channel)
      const send = await session.send()
      const rows: ChannelTitle[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const input = { tag, page, ...(foreign && { foreign }) }
        const found = await send(channels.titles, input)
        rows.push(...found.data)
        pages = found.totalPages
      }
      session.print.table<ChannelTitle>(rows, [
        { header: 'TAG', value: row => row.tag, look: 'accent' },
        { header: 'TITLE', value: row => row.className, flexible: true },
        {
          header: 'PROVIDER',
          value: row => row.provider,
          flexible: true,
          look: row => (row.isForeign ? 'bad' : 'dim'),
        },
        { header: 'STATUS', value: row => en[toStatusKey(row.status)] },
        { header: 'SITES', value: row => row.sites, align: 'right' },
      ])
    })
  addExamples(command, ['lumen-flow', 'lumen-flow --foreign --json tag,provider'])
}

const addRemove: FillCommand = (command, session) => {
  command
    .argument('<channel>', channelHelp)
    .argument('<title...>', text('argument.tags'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, ['status']))
    .action(async (channel: string, titleTags: string[], { yes }: { yes?: boolean }) => {
      if (!yes) requireFlag(session, '--yes')
      const tag = await oneChannel(session, channel)
      await agree(
        session,
        yes,
        say(
          {
            one: 'Take {{count}} title off the channel and off all sites?',
            other: 'Take {{count}} titles off the channel and off all sites?',
          },
          { count: titleTags.length },
        ),
      )
      const send = await session.send()
      for (let at = 0; at < titleTags.length; at += limits.list)
        await send(channels.removeTitles, { tag, titleTags: titleTags.slice(at, at + limits.list) })
      session.print.done(
        say(
          { one: '{{count}} title taken off', other: '{{count}} titles taken off' },
          { count: titleTags.length },
        ),
      )
    })
  addExamples(command, ['lumen-flow TAG --yes'])
}

/** C-136: `kinora channels titles`, for whoever owns the channel. */
const channelTitleVerbs: readonly LazyCommand[] = [
  verb('list', 'list what a channel of one’s own holds, other providers’ titles first', addList),
  verb('remove', 'take titles off a channel of one’s own; sites no longer show them', addRemove),
]

const help = { provider: 'name or tag of the provider' } as const

const pictures = {
  profileImageUrl: { kind: 'channelProfile', asset: 'profile' },
  mediaSpaceImageUrl: { kind: 'mediaSpace', asset: 'mediaSpace' },
} as const satisfies ImageFields<string>

const places = { inClub: 'In club', appAndweb: 'App and web', hotel: 'In hotel' } as const
const placesOf = ({ Availability }: Pick<ChannelRecord, 'Availability'>): string =>
  availabilityFlags
    .filter(place => Availability[place])
    .map(place => places[place])
    .join(', ')

/** CHAN-18, C-141 */
const kindsOf = ({ kinds }: ChannelRecord): string =>
  kinds.length === channelKinds.length ? 'all' : kinds.map(kind => productOf[kind]).join(', ')

/** CHAN-03 */
const yesOf = ({ active }: ChannelRecord): string => en[active ? 'ui.yes' : 'ui.no']

const ownVerbs = resourceVerbs<ChannelRecord>({
  command: 'channels',
  calls: { list: channels.search, view: channels.view, create: channels.create, update: channels.update },
  id: 'tag',
  columns: [
    { header: 'NAME', value: row => row.displayName, flexible: true },
    { header: 'PROVIDER', value: row => row.providerName, flexible: true },
    { header: 'AVAILABILITY', value: placesOf },
    { header: 'PRODUCTS', value: kindsOf },
    { header: 'ACTIVE', value: yesOf, look: row => (row.active ? 'good' : 'dim') },
    { header: 'TENANTS', value: row => row.tenants.length, align: 'right' },
  ],
  details: row => [
    ['tag', row.tag],
    ['name', row.name],
    ['display name', row.displayName],
    ['description', row.description],
    ['provider', `${row.providerName} (${row.providerId})`],
    ['availability', placesOf(row)],
    ['appears in', kindsOf(row)],
    ['active', yesOf(row)],
    ['tenants', row.tenants.join(', ')],
    ['profile image', row.profileImageUrl],
    ['media space', row.mediaSpaceImageUrl],
    ['version', row.version],
  ],
  filters: {
    names: { providerId: 'provider' },
    help: { query: 'only those with this in a name', providerId: help.provider },
  },
  toFilter: withProvider,
  fields: {
    names: {
      providerId: 'provider',
      kinds: 'kind',
      profileImageUrl: 'profile-image',
      mediaSpaceImageUrl: 'media-space',
    },
    help: {
      providerId: help.provider,
      displayName: 'what people see',
      profileImageUrl: 'profile image file, 160 x 160; an empty value removes the image',
      mediaSpaceImageUrl: 'media space image file, 1920 x 564; an empty value removes the image',
      kinds: 'where its titles appear; everywhere unless one is given',
      active: 'active; --no-active unpublishes its titles everywhere',
      Availability: 'in-club, app-and-web or hotel, or their numbers 0, 1 and 2; what isn’t named isn’t',
    },
    texts: ['Availability'],
  },
  samples: { name: ['North Flow'], provider: ['lumen-yoga'], availability: ['app-and-web'] },
  async toDraft(session, { Availability: places, ...given }, { row }) {
    const set: Partial<ChannelDraft> = {
      ...(await withProvider(session, given)),
      ...(places !== undefined && { Availability: toAvailability(places as string[]) }),
      ...(await withImages(session, pictures, given as Partial<ChannelDraft>)),
    }
    const before = row ?? { ...newChannel, Availability: nowhere }
    assertNoIssues(checkChannel({ ...before, ...set }))
    if (row !== undefined) await confirmEffects(session, row, { ...row, ...set })
    return set
  },
})

/** CHAN-01 to CHAN-10, C-136: `kinora channels`. */
export const channelVerbs: readonly LazyCommand[] = [
  ...ownVerbs,
  verb('titles', 'see what is in an own channel, and take it off', channelTitleVerbs),
]

/** `--provider` by tag or name. */
async function withProvider<T extends { providerId?: unknown }>(session: Session, given: T): Promise<T> {
  const { providerId } = given
  if (typeof providerId !== 'string' || providerId === '') return given
  return { ...given, providerId: await providerTag(session, providerId) }
}

const names = new Map<string, keyof Availability>([
  ['in-club', 'inClub'],
  ['app-and-web', 'appAndweb'],
  ['hotel', 'hotel'],
])

/** CHAN-02: `--availability hotel --availability in-club`, or `2,0` as the register counts them; what isn’t named isn’t. */
function toAvailability(given: readonly string[]): Availability {
  const places = { ...nowhere }
  for (const name of given.flatMap(part => part.split(','))) {
    const place =
      names.get(name.trim()) ??
      availabilityFlags.find(flag => name.trim() === String(availabilityValues[flag]))
    if (place === undefined)
      throw usage(safe`--availability: "${name}" is none of: ${[...names.keys()].join(', ')}`)
    places[place] = true
  }
  return places
}

/** CHAN-11, C-103, C-104: what the save takes off sites is said and asked. */
async function confirmEffects(session: Session, before: ChannelRecord, after: ChannelDraft): Promise<void> {
  const [kind] = effectsOf(before, after)
  if (kind === undefined) return
  const unpublish = [before.tag]
  const changes =
    kind === 'deactivated'
      ? [{ tenantId: null, publish: [], unpublish }]
      : before.tenants.map(tenantId => ({ tenantId, publish: [], unpublish }))
  if (changes.length === 0) return
  const effects = await showEffect(session, changes)
  if (effects.every(({ leaving }) => leaving === 0) || !session.interactive) return
  await requireYes(session, text('publishing.ask', { count: changes.length }))
}
