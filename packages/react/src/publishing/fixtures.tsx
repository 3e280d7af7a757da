import {
  type ChannelRecord,
  isClubOnly,
  type ProviderRecord,
  type PublishingChange,
  type PublishingEffect,
  type PublishingJob,
  Role,
} from '@kinora/core'
import { type StoryAnswers, storyUser } from '../testing/stories.tsx'
import { tenantRow } from '../testing/story-tenants.ts'

const provider = (tag: string, displayName: string, more: Partial<ProviderRecord> = {}): ProviderRecord => ({
  tag,
  name: displayName,
  displayName,
  email: `${tag}@story.test`,
  phoneNumber: null,
  contact: 'Nora Wind',
  userRole: 1,
  mediaPlatform: 0,
  tenantId: null,
  isTenantProvider: false,
  stage1Encode: false,
  isBulkUploadEnabled: true,
  jwPlayerSiteId: null,
  hasJwPlayerSecret: false,
  restorableUntil: null,
  version: 1,
  ...more,
})
const channel = (tag: string, displayName: string, more: Partial<ChannelRecord> = {}): ChannelRecord => ({
  kinds: ['web', 'app', 'virtual', 'api'],
  tag,
  name: tag,
  displayName,
  description: 'Classes for every day.',
  providerId: 'north',
  providerName: 'Northwind',
  Provider: 'Northwind',
  active: true,
  tenants: [],
  version: 1,
  Availability: { inClub: true, appAndweb: true, hotel: false },
  mediaSpaceImageUrl: '/media/images/space.jpg',
  profileImageUrl: '/media/images/profile.jpg',
  ...more,
})

export const storyProviders = [
  provider('north', 'Northwind', { mediaPlatform: 1, jwPlayerSiteId: 'site-1', hasJwPlayerSecret: true }),
  provider('lake', 'Lake Studio'),
]
export const storyChannels = [
  channel('flow', 'North Flow', { tenants: ['pulse'] }),
  channel('ride', 'North Ride', { tenants: ['pulse', 'oasis'] }),
  channel('club', 'Club Floor', { Availability: { inClub: true, appAndweb: false, hotel: false } }),
  channel('quiet', 'Quiet Hours', { active: false }),
]
const storyTenants = [
  tenantRow('nordic', 'Nordic Move'),
  tenantRow('oasis', 'Oasis'),
  tenantRow('pulse', 'Pulse House'),
]

const paged = <T,>(data: T[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const toEffect = ({ tenantId, publish, unpublish }: PublishingChange): PublishingEffect => ({
  tenantId,
  tenantName: storyTenants.find(row => row.tenantId === tenantId)?.name ?? '',
  publish: publish.length,
  unpublish: unpublish.length,
  arriving: publish.length * 7,
  leaving: unpublish.length * 41,
  with: unpublish.length === 0 ? [] : [{ kind: 'favourites', count: 12 }],
})
const toJob = (changes: readonly PublishingChange[], more: Partial<PublishingJob> = {}): PublishingJob => ({
  jobId: 'job-1',
  status: 'Done',
  problem: '',
  by: 'Mia Larsen',
  isMine: true,
  counts: { total: changes.length, done: changes.length, refused: 0 },
  results: changes.map(change => ({ ...toEffect(change), outcome: 'done', problem: '' })),
  createdDate: '2026-11-23T14:00:00',
  endedDate: '2026-11-23T14:00:01',
  ...more,
})

/** A platform (fake server) that stores what it is sent; single answers can be replaced. */
export function supplyAnswers(
  replaced: Pick<StoryAnswers, 'providers' | 'channels' | 'publishing'> = {},
  role: Role = Role.Admin,
): StoryAnswers {
  let stored = [...storyChannels]
  const save = ({ tag, version: _, ...set }: Partial<ChannelRecord> & { tag: string }) => {
    const before = stored.find(row => row.tag === tag)!
    const after = { ...before, ...set, version: before.version + 1 } as ChannelRecord
    stored = stored.map(row => (row === before ? after : row))
    return after
  }
  const publish = (changes: PublishingChange[]) => {
    for (const { tenantId, publish, unpublish } of changes)
      stored = stored.map(row => {
        const rest = row.tenants.filter(id => id !== tenantId)
        if (publish.includes(row.tag)) return { ...row, tenants: [...rest, tenantId!] }
        return unpublish.includes(row.tag) ? { ...row, tenants: rest } : row
      })
    return { status: 200, job: toJob(changes) }
  }
  return {
    session: { verify: () => ({ user: { ...storyUser, role } }) },
    tenants: { list: () => paged(storyTenants) },
    providers: {
      list: () => ({ ...paged(storyProviders), tenantProviders: [] }),
      view: () => storyProviders[0]!,
      create: () => ({ tag: 'new' }),
      update: () => ({ ...storyProviders[0]!, version: 2 }),
      ...replaced.providers,
    },
    channels: {
      search: () => paged(stored),
      view: () => stored[0]!,
      create: () => ({ tag: 'new' }),
      update: change => save(change as Partial<ChannelRecord> & { tag: string }),
      updateMany: input => ({ data: (input as unknown as ChannelRecord[]).map(save) }),
      ...replaced.channels,
    },
    publishing: {
      preview: ({ changes }) => ({
        effects: changes.map(toEffect),
        clubOnly: stored
          .filter(row => isClubOnly(row.Availability) && changes.some(each => each.publish.includes(row.tag)))
          .map(({ tag, displayName: name }) => ({ tag, name })),
      }),
      titles: () =>
        paged([
          {
            tag: 't-1',
            className: 'Morning flow',
            channelId: 'flow',
            channelName: 'North Flow',
            direction: 'leaves' as const,
            isFavourite: true,
          },
        ]),
      setChannel({ tenantIdsToPublish = [], tenantIdsToUnPublish = [] }) {
        return publish([
          ...tenantIdsToPublish.map(tenantId => ({ tenantId, publish: ['flow'], unpublish: [] })),
          ...tenantIdsToUnPublish.map(tenantId => ({ tenantId, publish: [], unpublish: ['flow'] })),
        ])
      },
      setTenant: ({ tenantId, channelIdsToPublish = [], channelIdsToUnPublish = [] }) =>
        publish([{ tenantId, publish: channelIdsToPublish, unpublish: channelIdsToUnPublish }]),
      setMany: ({ changes }) => publish(changes),
      view: () => toJob([]),
      ...replaced.publishing,
    },
  }
}

/** A job that still runs. */
export const runningJob = toJob([{ tenantId: 'pulse', publish: ['flow'], unpublish: [] }], {
  status: 'Running',
  counts: { total: 3, done: 1, refused: 0 },
  endedDate: null,
})
