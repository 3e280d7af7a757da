import { type PublishingChange, publishing } from '@kinora/core'
import { useRead } from '../kernel/use-read.ts'
import { Badge } from '../ui/status/badge.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { usePublishingTexts } from './texts.ts'

/** Titles that are shown of a tenant; how many more there are is said. */
const SHOWN = 50

/** C-103: the titles behind the figures of one tenant. */
export function EffectTitles({ change }: { change: PublishingChange }) {
  const { text, error } = usePublishingTexts()
  const read = useRead(publishing.titles, { ...change, take: SHOWN })
  if (read.error !== null) return <p role="alert">{error(read.error)}</p>
  if (read.data === undefined) return <Skeleton width="60%" />
  const { data, totalRecords } = read.data
  return (
    <>
      <ul className="kn-effect-titles">
        {data.map(title => (
          <li key={title.tag}>
            <bdi>{title.className}</bdi>
            <Badge tone={title.direction === 'leaves' ? 'negative' : 'positive'}>
              {text(`ui.publishing.${title.direction}`)}
            </Badge>
            {title.isFavourite ? <Badge>{text('ui.publishing.favourite')}</Badge> : null}
            <span className="kn-effect-channel">
              <bdi>{title.channelName}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {totalRecords > data.length ? (
        <p>{text('ui.publishing.more', { count: totalRecords - data.length })}</p>
      ) : null}
    </>
  )
}
