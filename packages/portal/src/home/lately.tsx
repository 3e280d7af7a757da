import { fromWireDate, homeWorkTexts, toDay, toSourceSet } from '@kinora/core'
import { Card, Thumbnail, useKinora, useLink, useTexts } from '@kinora/react'
import { titleHref, useHomeTitles } from './use-home-titles.ts'

const TAKE = 6

/** The newest titles by their covers. */
export function Lately() {
  const { text } = useTexts(homeWorkTexts)
  const { baseUrl } = useKinora()
  const Link = useLink()
  const found = useHomeTitles('all', { take: TAKE }).data?.data ?? []
  if (found.length === 0) return null
  return (
    <Card title={text('ui.home.lately')}>
      <ul className="portal-home-covers">
        {found.map(({ tag, className, classLanguageCode, imageLink, creationDate }) => {
          const cover = imageLink && baseUrl + imageLink
          const created = fromWireDate(creationDate)
          return (
            <li key={tag}>
              <Link href={titleHref(tag)} className="portal-home-cover">
                <Thumbnail src={cover} srcSet={toSourceSet(cover)} width="100%" />
                <span lang={classLanguageCode ?? undefined} dir="auto">
                  {className || text('ui.titles.untitled')}
                </span>
              </Link>
              {created === undefined ? null : <span className="portal-home-soft">{toDay(created)}</span>}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
