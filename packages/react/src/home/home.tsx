import {
  type HomePage,
  homeHeadings,
  homeTexts,
  homeWorkTexts,
  isUnreachable,
  Role,
  titles,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'
import { useKinora, useUser } from '../kernel/provider.tsx'
import { SiteLink } from '../kernel/site-link.tsx'
import { Button, ButtonLink, type ButtonLinkProps } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { useLink } from '../ui/frame/link.tsx'
import { usePageTitle } from '../ui/frame/page-title.ts'
import { type HomeHrefs, HomeHrefsProvider, useHomeHrefs } from './home-hrefs.ts'
import { HomeQuota, HomeWork } from './home-work.tsx'
import { useGroupHref, useHomeTitles } from './use-home-titles.ts'
import { useMayCall } from './use-may-call.ts'

type Heading = ReturnType<typeof homeHeadings>[number]

/** A place to begin that leads nowhere is left out. */
const pagesOf: Readonly<Record<Heading, readonly HomePage[]>> = {
  contentTitles: ['titles', 'intake', 'addTitle', 'favourites'],
  channels: ['channels'],
  helpCentre: ['firstSteps', 'help'],
}

export interface HomeProps {
  /** Where the host shows what home leads to. */
  hrefs: HomeHrefs
}

/** NAV-01, NAV-71, ROLE-11: a greeting, the places to begin, and below them what is going on, which comes when it is there. */
export function Home({ hrefs }: HomeProps) {
  return (
    <HomeHrefsProvider value={hrefs}>
      <Greeted />
    </HomeHrefsProvider>
  )
}

function Greeted() {
  const user = useUser()
  const { productName } = useKinora()
  const { text } = useTexts(homeTexts)
  const name = user.role === Role.Tenant ? user.displayName : productName
  const { page } = useHomeHrefs()
  const mayCall = useMayCall()
  const hasPages = (heading: Heading) => pagesOf[heading].some(each => page(each) !== undefined)
  usePageTitle(text('ui.nav.home'))
  return (
    <div className="kn-home">
      <h1>{text('home.welcome', { name })}</h1>
      <section className="kn-home-cards" aria-label={text('ui.home.welcome')}>
        {homeHeadings(user.role)
          .filter(hasPages)
          .map(heading => (
            <Card key={heading} title={text(`ui.home.${heading}`)}>
              <p>{text(`ui.home.${heading}Text`)}</p>
              {heading === 'contentTitles' && mayCall(titles.search) ? (
                <div className="kn-home-count-line">
                  <TitleCounts />
                </div>
              ) : null}
              <p className="kn-home-actions">
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
  const { text } = useTexts(homeTexts, wordTexts)
  if (heading === 'helpCentre')
    return (
      <>
        <Opens page="firstSteps">{text('ui.firstSteps')}</Opens>
        <Opens page="help">{text('ui.home.openHelp')}</Opens>
      </>
    )
  if (heading === 'channels') return <Opens page="channels">{text('ui.home.openChannels')}</Opens>
  return (
    <>
      <Opens page="titles" variant="primary">
        {text('ui.home.open')}
      </Opens>
      <Opens page="intake">{text('ui.add.classes')}</Opens>
      <Opens page="addTitle">{text('ui.add.title')}</Opens>
      <Opens page="favourites">{text('ui.page.favourites')}</Opens>
      <SiteLink />
    </>
  )
}

interface OpensProps extends Pick<ButtonLinkProps, 'variant' | 'children'> {
  page: HomePage
}

/** Nothing where the page isn’t there, or not for whoever is signed in. */
function Opens({ page, ...rest }: OpensProps) {
  const href = useHomeHrefs().page(page)
  return href === undefined ? null : <ButtonLink href={href} {...rest} />
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
    <ul className="kn-home-counts" aria-label={text('ui.home.counts')}>
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
  const href = useGroupHref()(group)
  const words = text(`ui.home.count.${group}`, { count: count ?? '…' })
  return <li>{href === undefined ? words : <Link href={href}>{words}</Link>}</li>
}
