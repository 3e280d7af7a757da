import { homeHeadings, homeTexts, Role } from '@kinora/core'
import { ButtonLink, Card, useKinora, usePageTitle, useTexts, useUser } from '@kinora/react'
import { lazy, Suspense } from 'react'

const HomeQuota = lazy(() => import('./home-quota.tsx'))

/** NAV-01, NAV-71, ROLE-11: a greeting and the places to begin. */
export function HomePage() {
  const user = useUser()
  const { productName } = useKinora()
  const { text } = useTexts(homeTexts)
  const name = user.role === Role.Tenant ? user.displayName : productName
  usePageTitle(text('ui.nav.home'))
  return (
    <div className="portal-home">
      <h1>{text('home.welcome', { name })}</h1>
      <div className="portal-home-cards">
        {homeHeadings(user.role).map(heading => (
          <Card key={heading} title={text(`ui.home.${heading}`)}>
            <p>{text(`ui.home.${heading}Text`)}</p>
            {heading === 'contentTitles' ? (
              <p className="portal-home-actions">
                <ButtonLink variant="primary" href="/media/contentTitles">
                  {text('ui.home.open')}
                </ButtonLink>
                <ButtonLink href="/media/contentTitles/add">{text('ui.home.add')}</ButtonLink>
                {user.role === Role.Tenant || user.role === Role.Support ? (
                  <ButtonLink href="/favourites">{text('ui.home.favourites')}</ButtonLink>
                ) : null}
              </p>
            ) : null}
          </Card>
        ))}
        <Suspense>
          <HomeQuota />
        </Suspense>
      </div>
    </div>
  )
}
