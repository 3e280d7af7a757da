import { type SiteTheme, siteSurface, siteThemes, textOn } from '@kinora/core'
import { type CSSProperties, useState } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Segments } from '../ui/segments.tsx'
import { type SiteLook, useSiteTexts } from './use-site.tsx'

export type SiteDevice = 'web' | 'app'

/** The site as members would see it, with what is in the form: head, home and foot, in light and dark. */
export function SitePreview({ look, device: start }: { look: SiteLook; device: SiteDevice }) {
  const { text } = useSiteTexts()
  const [theme, setTheme] = useState<SiteTheme>('light')
  const [device, setDevice] = useState<SiteDevice>(start)
  const Picture = device === 'web' ? Web : App
  return (
    <Card title={text('ui.preview')}>
      <div className="kn-site-choices">
        <Segments
          label={text('ui.site.previewDevice')}
          selected={device}
          onSelect={setDevice}
          items={(['web', 'app'] as const).map(id => ({ id, label: text(`ui.site.device.${id}`) }))}
        />
        <Segments
          label={text('ui.site.previewTheme')}
          selected={theme}
          onSelect={setTheme}
          items={siteThemes.map(id => ({ id, label: text(`ui.site.${id}`) }))}
        />
      </div>
      {/* It repeats what the fields say. */}
      <div className="kn-site-preview" data-device={device} aria-hidden="true">
        <Picture look={look} theme={theme} />
      </div>
    </Card>
  )
}

interface Colours {
  primaryColor?: string
  secondaryColor?: string
  accentColor?: string
}

function styleOf(colours: Colours, theme: SiteTheme): CSSProperties {
  const { primaryColor = '#555555', secondaryColor = '#777777', accentColor = '#999999' } = colours
  return {
    '--site-surface': siteSurface(theme),
    '--site-text': textOn(siteSurface(theme)),
    '--site-primary': primaryColor,
    '--site-on-primary': textOn(primaryColor),
    '--site-secondary': secondaryColor,
    '--site-accent': accentColor,
    '--site-on-accent': textOn(accentColor),
  } as CSSProperties
}

interface PictureProps {
  look: SiteLook
  theme: SiteTheme
}

function Web({ look, theme }: PictureProps) {
  const { text } = useSiteTexts()
  const { general, web } = look
  return (
    <div className="kn-site-page" style={styleOf(web, theme)}>
      <div className="kn-site-tab">
        <Picture src={web.faviconUrl} className="kn-site-favicon" />
        <bdi>{general.appTitle || text('ui.site.previewName')}</bdi>
      </div>
      <div className="kn-site-head">
        <Picture src={web.logoUrl} className="kn-site-logo" />
      </div>
      <Home image={web.homeImageUrl} />
      <Foot look={look} />
    </div>
  )
}

function App({ look, theme }: PictureProps) {
  const { text } = useSiteTexts()
  const { light, dark } = look.mobile
  const shown = theme === 'dark' ? withLight(dark, light) : light
  return (
    <div className="kn-site-phones" style={styleOf(shown ?? {}, theme)}>
      <div className="kn-site-phone">
        <Picture src={shown?.splashUrl} className="kn-site-splash" />
        <Picture src={shown?.appIconUrl} className="kn-site-icon" />
        <bdi className="kn-site-caption">{look.general.appTitle || text('ui.site.previewName')}</bdi>
      </div>
      <div className="kn-site-phone kn-site-page">
        <div className="kn-site-head">
          <Picture src={shown?.logoUrl} className="kn-site-logo" />
        </div>
        <Home image={look.web.homeImageUrl} />
      </div>
    </div>
  )
}

type Theme<K extends SiteTheme> = SiteLook['mobile'][K]

/** SITE-02: a picture that the dark theme leaves out is that of the light one. */
const withLight = (dark: Theme<'dark'>, light: Theme<'light'>) =>
  dark && {
    ...dark,
    logoUrl: dark.logoUrl ?? light?.logoUrl,
    splashUrl: dark.splashUrl ?? light?.splashUrl,
    appIconUrl: dark.appIconUrl ?? light?.appIconUrl,
  }

function Home({ image }: { image: string | null | undefined }) {
  const { text } = useSiteTexts()
  return (
    <div className="kn-site-home">
      <Picture src={image} className="kn-site-hero" />
      <span className="kn-site-badge">{text('ui.site.previewAccent')}</span>
      <strong className="kn-site-claim">{text('ui.site.previewHome')}</strong>
      <span>{text('ui.site.previewText')}</span>
      <span className="kn-site-act">{text('ui.site.previewAct')}</span>
    </div>
  )
}

function Foot({ look: { general, social, app, custom } }: { look: SiteLook }) {
  const { text } = useSiteTexts()
  const links = [
    ...custom.filter(({ status }) => status).map(({ tag, linkText }) => ({ tag, words: linkText })),
    ...social
      .filter(({ status }) => status)
      .map(({ tag, configurationSubType: kind }) => ({ tag, words: text(`ui.site.network.${kind}`) })),
    ...app.map(({ tag, configurationSubType: kind }) => ({ tag, words: text(`ui.site.store.${kind}`) })),
  ]
  return (
    <div className="kn-site-foot">
      {links.map(({ tag, words }) => (
        <bdi key={tag}>{words}</bdi>
      ))}
      <bdi>{general.contactEmail}</bdi>
    </div>
  )
}

function Picture({ src, className }: { src: string | null | undefined; className: string }) {
  const { baseUrl } = useKinora()
  return src ? (
    <img className={className} src={baseUrl + src} alt="" />
  ) : (
    <span className={className} data-empty="" />
  )
}
