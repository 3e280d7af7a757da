import { homeHeadings, homeTexts, homeWorkTexts, isUnreachable, Role, wordTexts } from '@kinora/core'
import {
  Button,
  ButtonLink,
  Card,
  SiteLink,
  useKinora,
  useLink,
  usePageTitle,
  useTexts,
  useUser,
} from '@kinora/react'
import { HomeQuota, HomeWork } from '../home/home-work.tsx'
import { groupHref, useHomeTitles } from '../home/use-home-titles.ts'
import { screenOf } from '../routes.tsx'

type Heading = ReturnType<typeof homeHeadings>[number]

/** NAV-01, NAV-71, ROLE-11: a greeting, the places to begin, and below them what is going on, which comes when it is there. */
export function HomePage() {
  const user = useUser()
  const { productName } = useKinora()
  const { text } = useTexts(homeTexts)
  const name = user.role === Role.Tenant ? user.displayName : productName
  usePageTitle(text('ui.nav.home'))
  return (
    <div className="portal-home">
      <h1>{text('home.welcome', { name })}</h1>
      <section className="portal-home-cards" aria-label={text('ui.home.welcome')}>
        {homeHeadings(user.role).map(heading => (
          <Card key={heading} title={text(`ui.home.${heading}`)}>
            <p>{text(`ui.home.${heading}Text`)}</p>
            {heading === 'contentTitles' ? (
              <div className="portal-home-count-line">
                <TitleCounts />
              </div>
            ) : null}
            <p className="portal-home-actions">
              <Links heading={heading} />
            </p>
          </Card>
        ))}
      </section>
      <HomeWork />
      <HomeQuota />
    </div>
  )
}

function Links({ heading }: { heading: Heading }) {
  const { role } = useUser()
  const { text } = useTexts(homeTexts, wordTexts)
  if (heading === 'helpCentre')
    return (
      <>
        <ButtonLink href="/gettingStarted">{text('ui.firstSteps')}</ButtonLink>
        <ButtonLink href="/help">{text('ui.home.openHelp')}</ButtonLink>
      </>
    )
  if (heading === 'channels')
    return screenOf('/channels') && <ButtonLink href="/channels">{text('ui.home.openChannels')}</ButtonLink>
  return (
    <>
      <ButtonLink variant="primary" href="/media/contentTitles">
        {text('ui.home.open')}
      </ButtonLink>
      <ButtonLink href="/media/contentTitles/intake">{text('ui.add.classes')}</ButtonLink>
      <ButtonLink href="/media/contentTitles/add">{text('ui.add.title')}</ButtonLink>
      {role === Role.Tenant || role === Role.Support ? (
        <ButtonLink href="/favourites">{text('ui.page.favourites')}</ButtonLink>
      ) : null}
      <SiteLink />
    </>
  )
}

/** Each status is in one of them, and together they are all titles. */
const parts = ['published', 'unpublished', 'ready', 'incomplete', 'underWay', 'failed'] as const

/** How many titles there are by status, each a link to them; what isn't counted yet stands without its number. */
function TitleCounts() {
  const { text } = useTexts(homeWorkTexts)
  const { queries } = useKinora()
  const found = {
    published: useHomeTitles('published'),
    unpublished: useHomeTitles('unpublished'),
    ready: useHomeTitles('ready'),
    incomplete: useHomeTitles('incomplete'),
    underWay: useHomeTitles('underWay'),
    failed: useHomeTitles('failed'),
  }
  const numbers = parts.map(part => found[part].data?.totalRecords)
  const failed = parts.find(part => found[part].error !== null && found[part].data === undefined)
  if (failed !== undefined)
    return (
      <p role="alert">
        {text(isUnreachable(found[failed].error) ? 'ui.server.title' : 'ui.failedToLoad')}{' '}
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
      <Count group="all" count={numbers.includes(undefined) ? undefined : sum(numbers)} />
      {parts.map((group, index) => (
        <Count key={group} group={group} count={numbers[index]} />
      ))}
    </ul>
  )
}

const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, number = 0) => total + number, 0)

function Count({ group, count }: { group: 'all' | (typeof parts)[number]; count: number | undefined }) {
  const { text } = useTexts(homeWorkTexts)
  const Link = useLink()
  return (
    <li>
      <Link href={groupHref(group)}>{text(`ui.home.count.${group}`, { count: count ?? '…' })}</Link>
    </li>
  )
}
