import { ClassCards, ClassGrid, Schedule, toCard } from '@kinora/react/viewer'
import { type Collection, siteContent, useContent, useSite } from './content.ts'
import { go, Link, leadTo } from './links.tsx'

export function Home() {
  const { settings, web, word, at, showsSchedule } = useSite()
  const { data } = useContent(siteContent.collections, { take: 100 })
  const all = data?.data ?? []
  const title = settings.general?.appTitle ?? settings.name
  return (
    <>
      <section className="hero">
        {settings.web === null ? null : <img src={at(settings.web.homeImageUrl)} alt="" />}
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {web.landingPageGetAccessLink === '' ? (
          <Link className="act" to="/sign-up">
            {word('getAccess')}
          </Link>
        ) : (
          <a className="act" href={web.landingPageGetAccessLink}>
            {word('getAccess')}
          </a>
        )}
      </section>
      {showsSchedule && settings.connect === 'live' ? <ScheduleSection /> : null}
      {[...all.filter(leads), ...all.filter(each => !leads(each))].map(each => (
        <CollectionRow key={each.collectionTag} collection={each} />
      ))}
      {showsSchedule && settings.connect !== 'live' ? <ScheduleSection /> : null}
      <Channels />
      <Packages most={web.numberOfMySubscriptionItemsOnHomePage ?? 0} />
    </>
  )
}

/** What is featured and the class of the day stand first. */
const leads = (each: Collection) => each.isFeaturedCollection || each.isClassOfDayCollection

function ScheduleSection() {
  const { word } = useSite()
  return (
    <section aria-labelledby="schedule">
      <h2 id="schedule">
        <Link to="/schedule">{word('schedule')}</Link>
      </h2>
      <Schedule most={4} {...leadTo('events')} />
    </section>
  )
}

export function SchedulePage() {
  const { word } = useSite()
  return (
    <>
      <h1>{word('schedule')}</h1>
      <Schedule heading="h2" {...leadTo('events')} />
    </>
  )
}

/** Shows a few classes of a collection; of the class of the day only the one. */
function CollectionRow({ collection }: { collection: Collection }) {
  const { word } = useSite()
  const { collectionTag, name, collectionItems, isFeaturedCollection, isClassOfDayCollection } = collection
  const badge = isClassOfDayCollection ? 'classOfTheDay' : isFeaturedCollection ? 'featured' : undefined
  const items = collectionItems.slice(0, isClassOfDayCollection ? 1 : isFeaturedCollection ? 8 : 4)
  return (
    <section aria-labelledby={collectionTag}>
      {badge === undefined ? null : <span className="badge">{word(badge)}</span>}
      <h2 id={collectionTag}>
        <Link to={`/collections/${collectionTag}`}>{name}</Link>
      </h2>
      <ClassCards classes={items.map(item => ({ ...item, name: item.title }))} {...leadTo('classes')} />
    </section>
  )
}

/** TENANT-20: as many packages as the settings say; without `most` all of them. */
export function Packages({ most = 100 }: { most?: number }) {
  const { word, at } = useSite()
  const { data } = useContent(siteContent.subscriptions, { take: 100 })
  const shown = data?.data.slice(0, most) ?? []
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="packages">
      <h2 id="packages">{word('packages')}</h2>
      <ul className="cards">
        {shown.map(({ subsPackageId, title, description, imageLink }) => (
          <li key={subsPackageId} className="card">
            {imageLink ? <img src={at(imageLink)} alt="" loading="lazy" /> : null}
            <bdi>{title}</bdi>
            <small>{description}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** CHAN-08: where the classes come from, with the channel's own picture. */
function Channels() {
  const { word, at } = useSite()
  const { data } = useContent(siteContent.channels, { take: 100 })
  if (data === undefined || data.data.length === 0) return null
  return (
    <section aria-labelledby="channels">
      <h2 id="channels">{word('channels')}</h2>
      <ul className="cards">
        {data.data.map(({ tag, displayName, profileImageUrl }) => (
          <li key={tag}>
            <Link to={`/channels/${tag}`} className="card">
              {profileImageUrl ? <img src={at(profileImageUrl)} alt="" width="80" loading="lazy" /> : null}
              <bdi>{displayName}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ChannelPage({ tag }: { tag: string }) {
  const { word, at } = useSite()
  const { data } = useContent(siteContent.channels, { take: 100 })
  const titles = useContent(siteContent.titles, { channelId: [tag], take: 100 }).data?.data
  const found = data?.data.find(each => each.tag === tag)
  if (found === undefined) return <h1>{data === undefined ? '…' : word('missing')}</h1>
  return (
    <>
      {found.mediaSpaceImageUrl ? <img src={at(found.mediaSpaceImageUrl)} alt="" className="space" /> : null}
      <h1>
        <bdi>{found.displayName}</bdi>
      </h1>
      <p>{found.description}</p>
      {titles?.length === 0 ? <p>{word('noClasses')}</p> : null}
      <ClassCards classes={(titles ?? []).map(toCard)} {...leadTo('classes')} />
    </>
  )
}

export function SearchPage({ query }: { query: string }) {
  const { word } = useSite()
  const find = (words: string) => go(`/search?query=${encodeURIComponent(words)}`)
  return (
    <>
      <h1>{word('search')}</h1>
      <ClassGrid query={query} onSearch={find} {...leadTo('classes')} />
    </>
  )
}
