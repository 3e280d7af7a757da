import { homeWorkTexts, isUnreachable } from '@kinora/core'
import { Button, useKinora, useLink, useTexts } from '@kinora/react'
import { groupHref, useHomeTitles } from './use-home-titles.ts'

/** What follows `all` adds up to it: each status is in one of them. */
const counted = ['all', 'published', 'unpublished', 'ready', 'incomplete', 'underWay', 'failed'] as const

/** How many titles there are by status, each a link to them; what isn't counted yet stands without its number. */
export function TitleCounts() {
  const { text } = useTexts(homeWorkTexts)
  const { queries } = useKinora()
  const { error, data } = useHomeTitles('all')
  if (error !== null && data === undefined)
    return (
      <p role="alert">
        {text(isUnreachable(error) ? 'ui.server.title' : 'ui.failedToLoad')}{' '}
        <Button
          size="compact"
          onClick={() =>
            void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
          }
        >
          {text('ui.retry')}
        </Button>
      </p>
    )
  return (
    <ul className="portal-home-counts" aria-label={text('ui.home.counts')}>
      {counted.map(group => (
        <Count key={group} group={group} />
      ))}
    </ul>
  )
}

function Count({ group }: { group: (typeof counted)[number] }) {
  const { text } = useTexts(homeWorkTexts)
  const Link = useLink()
  const { data } = useHomeTitles(group)
  return (
    <li>
      <Link href={groupHref(group)}>
        {text(`ui.home.count.${group}`, { count: data?.totalRecords ?? '…' })}
      </Link>
    </li>
  )
}
