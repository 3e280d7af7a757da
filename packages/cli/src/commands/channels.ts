import {
  type Availability,
  assertNoIssues,
  availabilityFlags,
  availabilityValues,
  type ChannelDraft,
  type ChannelRecord,
  channels,
  checkChannel,
  effectsOf,
  en,
  newChannel,
  nowhere,
} from '@kinora/core'
import { providerTag } from '../channels/references.ts'
import { safe } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import { type ImageFields, withImages } from '../kernel/image-fields.ts'
import type { LazyCommand } from '../kernel/lazy.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import { requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { showEffect } from '../publishing/effect.ts'
import { channelTitleVerbs } from './channels-titles.ts'

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

/** CHAN-03 */
const yesOf = ({ active }: ChannelRecord): string => en[active ? 'ui.channels.yes' : 'ui.channels.no']

const ownVerbs = resourceVerbs<ChannelRecord>({
  command: 'channels',
  calls: { list: channels.search, view: channels.view, create: channels.create, update: channels.update },
  id: 'tag',
  columns: [
    { header: 'TAG', value: row => row.tag, look: 'accent' },
    { header: 'NAME', value: row => row.displayName, flexible: true },
    { header: 'PROVIDER', value: row => row.providerName, flexible: true },
    { header: 'AVAILABILITY', value: placesOf },
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
    names: { providerId: 'provider', profileImageUrl: 'profile-image', mediaSpaceImageUrl: 'media-space' },
    help: {
      providerId: help.provider,
      displayName: 'what people see',
      profileImageUrl: 'profile image file, 160 x 160; an empty value removes the image',
      mediaSpaceImageUrl: 'media space image file, 1920 x 564; an empty value removes the image',
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
  {
    name: 'titles',
    summary: 'see what is in an own channel, and take it off',
    load: async () => channelTitleVerbs,
  },
]

/** `--provider` by tag or name. */
async function withProvider<T extends { providerId?: unknown }>(session: Session, given: T): Promise<T> {
  const { providerId } = given
  if (typeof providerId !== 'string' || providerId === '') return given
  return { ...given, providerId: await providerTag(session, providerId) }
}

const names: Readonly<Record<string, keyof Availability>> = {
  'in-club': 'inClub',
  'app-and-web': 'appAndweb',
  hotel: 'hotel',
}

/** CHAN-02: `--availability hotel --availability in-club`, or `2,0` as the register counts them; what isn’t named isn’t. */
function toAvailability(given: readonly string[]): Availability {
  const places = { ...nowhere }
  for (const name of given.flatMap(part => part.split(','))) {
    const place =
      names[name.trim()] ?? availabilityFlags.find(flag => name.trim() === String(availabilityValues[flag]))
    if (place === undefined)
      throw usage(safe`--availability: "${name}" is none of: ${Object.keys(names).join(', ')}`)
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
