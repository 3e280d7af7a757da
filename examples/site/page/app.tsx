import { directionOf, isKinoraError, newWebSettings, siteSurface, textOn } from '@kinora/core'
import { Collection, useViewer, ViewerProvider } from '@kinora/react/viewer'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { SiteClassPage, SiteEventPage } from './class.tsx'
import {
  leavePreview,
  preview,
  Site,
  type SiteContext,
  siteContent,
  useContent,
  useMember,
  useOpenViewer,
  useSite,
} from './content.ts'
import { ChannelPage, Home, SchedulePage, SearchPage } from './home.tsx'
import { SignUpPage, TermsPage } from './join.tsx'
import { Link, leadTo, usePath } from './links.tsx'
import { type Word, wordsOf } from './words.ts'

const LANGUAGE_KEY = 'site.language'

export function App() {
  const { data: viewer, isError } = useOpenViewer()
  if (viewer === undefined) return <Failed isError={isError} />
  return (
    <ViewerProvider viewer={viewer}>
      <TenantSite />
    </ViewerProvider>
  )
}

const Failed = ({ isError }: { isError: boolean }) => (
  <p role="status">{isError ? wordsOf(navigator.language)('failed') : ''}</p>
)

/** LIVE-02, C-140: the site of a tenant, as its settings say, and as they say it a moment after they were changed. */
function TenantSite() {
  const { viewer } = useViewer()
  const { data: settings, isError, error } = useContent(siteContent.settings, {})
  const { data: member = null } = useMember()
  const [chosen, setChosen] = useState(localStorage.getItem(LANGUAGE_KEY))
  if (preview !== undefined && isOver(error)) return <PreviewOver />
  if (settings === undefined) return <Failed isError={isError} />
  const web = settings.webSettings ?? { ...newWebSettings }
  const mayChoose = web.isLanguageSwitcher && settings.languageCodes.includes(chosen ?? '')
  const language = mayChoose ? chosen! : settings.languageTag
  const site: SiteContext = {
    ...{ settings, web, member, language },
    word: wordsOf(language),
    at: viewer.at,
    showsSchedule: web.scheduleEvents && settings.connect !== 'ondemand' && settings.connect !== 'none',
  }
  const texts = { missing: site.word('missing') }
  const choose = (next: string) => {
    localStorage.setItem(LANGUAGE_KEY, next)
    setChosen(next)
  }
  return (
    <ViewerProvider {...{ viewer, texts }} locale={language} userId={member?.userId}>
      <Site value={site}>
        <Page choose={choose} />
      </Site>
    </ViewerProvider>
  )
}

function Page({ choose }: { choose: (language: string) => void }) {
  const { settings, web, word } = useSite()
  const path = usePath()
  const look = useLook()
  useHead()
  const main = useRef<HTMLElement>(null)
  const first = useRef(path)
  useEffect(() => {
    // Whoever follows a link hears where it led.
    if (path !== first.current) main.current?.focus()
    first.current = path
  }, [path])
  return (
    <div className="site" ref={element => setColours(element, look)}>
      <a className="skip" href="#content">
        {word('skip')}
      </a>
      {preview === undefined ? null : <PreviewBar at={preview.asOf} />}
      <Head choose={choose} look={look} />
      <main id="content" ref={main} tabIndex={-1} key={path}>
        <Routed path={path} />
      </main>
      {web.showFooter ? <Foot /> : null}
      {web.localyticsWebId === '' ? null : <meta name="localytics-id" content={web.localyticsWebId} />}
      {web.projectId === '' ? null : <meta name="translation-project" content={web.projectId} />}
      <title>{settings.general?.appTitle ?? settings.name}</title>
    </div>
  )
}

const isOver = (error: unknown) => isKinoraError(error) && error.code === 'unauthorised'

/** LIVE-03: staff see at once that this is no page for members. */
function PreviewBar({ at }: { at: string | undefined }) {
  const { word, language, settings } = useSite()
  const { offsetName: timeZone } = settings.timeZoneInfo
  const moment = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'full', timeStyle: 'short' })
  return (
    <aside className="preview" aria-label={word('preview')}>
      <strong>{word('preview')}</strong> {at === undefined ? null : moment.format(new Date(at))}{' '}
      <button type="button" onClick={leavePreview}>
        {word('leavePreview')}
      </button>
    </aside>
  )
}

function PreviewOver() {
  const word = wordsOf(navigator.language)
  return (
    <main>
      <h1>{word('previewOver')}</h1>
      <button type="button" onClick={leavePreview}>
        {word('leavePreview')}
      </button>
    </main>
  )
}

function Routed({ path }: { path: string }) {
  const { word, showsSchedule } = useSite()
  const { pathname, searchParams } = new URL(path, location.origin)
  const [area, id = ''] = pathname.slice(1).split('/')
  if (area === '') return <Home />
  if (area === 'classes') return <SiteClassPage tag={id} />
  if (area === 'channels') return <ChannelPage tag={id} />
  if (area === 'collections') return <Collection tag={id} heading="h1" {...leadTo('classes')} />
  if (area === 'events') return <SiteEventPage eventId={id} />
  if (area === 'schedule' && showsSchedule) return <SchedulePage />
  if (area === 'search') return <SearchPage query={searchParams.get('query') ?? ''} />
  if (area === 'sign-up') return <SignUpPage />
  if (area === 'terms') return <TermsPage />
  return <h1>{word('missing')}</h1>
}

function Head({ choose, look }: { choose: (language: string) => void; look: Look }) {
  const { settings, web, word, at, language, member, showsSchedule } = useSite()
  const path = usePath()
  const schedule: [string, Word][] = showsSchedule ? [['/schedule', 'schedule']] : []
  const places: [string, Word][] = [
    ...(settings.connect === 'live' ? schedule : []),
    ['/', 'home'],
    ...(settings.connect === 'live' ? [] : schedule),
    ['/search', 'search'],
    ['/sign-up', member === null ? 'signUp' : 'signOut'],
  ]
  return (
    <header>
      <Link to="/" className="brand">
        {web.showLogo && look.logoUrl ? (
          <img src={at(look.logoUrl)} alt="" height="40" data-plate={look.isLightLogo || undefined} />
        ) : null}
        <bdi>{settings.general?.appTitle ?? settings.name}</bdi>
      </Link>
      <nav aria-label={word('menu')}>
        {places.map(([to, name]) => (
          <Link key={to} to={to} aria-current={path.split('?')[0] === to ? 'page' : undefined}>
            {word(name)}
          </Link>
        ))}
      </nav>
      {web.isLanguageSwitcher ? (
        <label>
          {word('language')}{' '}
          <select value={language} onChange={event => choose(event.target.value)}>
            {settings.languageCodes.map(tag => (
              <option key={tag} value={tag} lang={tag}>
                {new Intl.DisplayNames(tag, { type: 'language' }).of(tag)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </header>
  )
}

const networks = { Facebook: 'Facebook', Twitter: 'X', Instagram: 'Instagram' }
const stores = { Apple: 'App Store', Android: 'Google Play' }

function Foot() {
  const { settings, word } = useSite()
  const { general, social, app, custom } = settings
  const links = [
    ...custom.map(({ httpLink, linkText, linkHoverText }) => [httpLink, linkText, linkHoverText] as const),
    ...social.map(({ httpLink, configurationSubType: kind }) => [httpLink, networks[kind], ''] as const),
    ...app.map(({ httpLink, configurationSubType: kind }) => [httpLink, stores[kind], ''] as const),
  ]
  return (
    <footer>
      <ul aria-label={word('follow')}>
        {links.map(([href, name, hover]) => (
          <li key={href + name}>
            <a href={href} title={hover || undefined} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
        <li>
          <Link to="/terms">{word('terms')}</Link>
        </li>
        {general === null ? null : (
          <li>
            <a href={`mailto:${general.contactEmail}`}>{general.contactEmail}</a>
          </li>
        )}
      </ul>
    </footer>
  )
}

function useMedia(query: string): boolean {
  const [media] = useState(() => matchMedia(query))
  const listen = (onChange: () => void) => {
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  return useSyncExternalStore(listen, () => media.matches)
}

interface Look {
  logoUrl: string | null
  /** The logo is that of the light theme, on a dark surface. */
  isLightLogo: boolean
  colours: { primaryColor?: string; secondaryColor?: string; accentColor?: string }
  theme: 'light' | 'dark'
}

/** SITE-02: a phone has the look of the app in its theme, everything wider that of the web. */
function useLook(): Look {
  const { web, mobile } = useSite().settings
  const theme = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const isPhone = useMedia('(max-width: 40rem)')
  const phone =
    mobile === null ? null : { ...mobile[theme], logoUrl: mobile[theme].logoUrl ?? mobile.light.logoUrl }
  const shown = (isPhone ? phone : null) ?? web ?? phone
  const logoUrl = shown?.logoUrl ?? null
  const isLightLogo = theme === 'dark' && logoUrl !== (mobile?.dark.logoUrl ?? null)
  return { theme, logoUrl, isLightLogo, colours: shown ?? {} }
}

function setColours(element: HTMLElement | null, { theme, colours }: Look): void {
  const { primaryColor = '#1f4fd8', secondaryColor = '#12213f', accentColor = '#f59e0b' } = colours
  const surface = siteSurface(theme)
  const named = { surface, primary: primaryColor, secondary: secondaryColor, accent: accentColor }
  for (const [name, colour] of Object.entries(named)) {
    element?.style.setProperty(`--${name}`, colour)
    element?.style.setProperty(`--on-${name}`, textOn(colour))
  }
}

/** Language, direction and icons of the document. */
function useHead(): void {
  const { settings, language, at } = useSite()
  const icons = { icon: settings.web?.faviconUrl, 'apple-touch-icon': settings.mobile?.light.appIconUrl }
  useEffect(() => {
    Object.assign(document.documentElement, { lang: language, dir: directionOf(language) })
  }, [language])
  useEffect(() => {
    for (const [rel, href] of Object.entries(icons)) {
      const link =
        document.querySelector<HTMLLinkElement>(`link[rel=${rel}]`) ?? document.createElement('link')
      if (href) document.head.append(Object.assign(link, { rel, href: at(href) }))
      else link.remove()
    }
  })
}
