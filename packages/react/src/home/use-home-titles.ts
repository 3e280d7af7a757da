import { Role, TitleStatus, titles } from '@kinora/core'
import { useActingTenant, useUser } from '../kernel/provider.tsx'
import { useToldRead } from '../kernel/use-events.ts'
import { useHomeHrefs } from './home-hrefs.ts'
import { useMayCall } from './use-may-call.ts'

/** Titles that stand beside a count, and in the card of those on their way. */
const SHOWN = 3
const ON_THEIR_WAY = 5

/** The groups of titles that home counts, each with the filters of the list that shows it. */
const titleGroups = {
  /** Its address has a page, so that no filter of before comes back (SESS-16). */
  all: { filter: {}, search: '?page=1' },
  published: byStatus([TitleStatus.Published]),
  ready: byStatus([TitleStatus.Completed]),
  incomplete: byStatus([TitleStatus.None, TitleStatus.Incomplete]),
  failed: byStatus([TitleStatus.Error]),
  unpublished: byStatus([TitleStatus.Unpublished]),
  dueSoon: { filter: { dueSoon: true }, search: '?dueSoon=yes' },
  thisWeek: { filter: { releaseWithin: 7 }, search: '' },
  stuck: { filter: { stuck: true }, search: '?stuck=yes' },
  underWay: byStatus([
    TitleStatus.Uploading,
    TitleStatus.Uploaded,
    TitleStatus.NormalisationQueued,
    TitleStatus.EncodingQueued,
    TitleStatus.Encoded,
    TitleStatus.PublishQueued,
  ]),
} as const
type TitleGroup = keyof typeof titleGroups

interface HomeTitlesOptions {
  take?: number
  /** Milliseconds between polls where events aren’t told (HOOK-05); false for none. */
  refetchInterval?: number | false
}

/** The newest titles of a group and how many there are; asked once however many parts of the page show them. */
export function useHomeTitles(
  group: TitleGroup,
  { take = group === 'underWay' ? ON_THEIR_WAY : SHOWN, refetchInterval = false }: HomeTitlesOptions = {},
) {
  const isSupport = useUser().role === Role.Support
  const tenant = useActingTenant()?.tenantId
  const input = { ...titleGroups[group].filter, ...(isSupport && { tenant }), take, page: 1 }
  const enabled = useMayCall()(titles.search)
  return useToldRead(titles.search, input, { enabled, refetchInterval, toldBy: 'title upload' })
}

/** The list of titles, filtered to a group; undefined where the host shows none. */
export function useGroupHref(): (group: TitleGroup) => string | undefined {
  const titles = useHomeHrefs().page('titles')
  return group => titles && titles + titleGroups[group].search
}

function byStatus(status: TitleStatus[]) {
  return { filter: { status }, search: `?status=${status.join(',')}` }
}
