import { homeHeadings, homeTexts, Role } from '@kinora/core'
import { ButtonLink, Card, lazyPart, useKinora, usePageTitle, useTexts, useUser } from '@kinora/react'
import { Suspense } from 'react'
import { TitleCounts } from '../home/title-counts.tsx'
import { screenOf } from '../routes.tsx'

const HomeWork = lazyPart(() => import('../home/home-work.tsx'))
const HomeQuota = lazyPart(() => import('./home-quota.tsx'))

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
      <Suspense>
        <HomeWork />
        <HomeQuota />
      </Suspense>
    </div>
  )
}

function Links({ heading }: { heading: Heading }) {
  const { role } = useUser()
  const { text } = useTexts(homeTexts)
  if (heading === 'helpCentre') return <ButtonLink href="/gettingStarted">{text('ui.home.steps')}</ButtonLink>
  if (heading === 'channels')
    return screenOf('/channels') && <ButtonLink href="/channels">{text('ui.home.openChannels')}</ButtonLink>
  return (
    <>
      <ButtonLink variant="primary" href="/media/contentTitles">
        {text('ui.home.open')}
      </ButtonLink>
      <ButtonLink href="/media/contentTitles/add">{text('ui.home.add')}</ButtonLink>
      {role === Role.Tenant || role === Role.Support ? (
        <ButtonLink href="/favourites">{text('ui.home.favourites')}</ButtonLink>
      ) : null}
    </>
  )
}
