import type { GeneralDraft } from '@kinora/core'
import { limits, type MobileDraft, siteImages, siteSurface, siteThemes, type WebDraft } from '@kinora/core'
import type { FieldValues, Path } from 'react-hook-form'
import { DraftImage } from '../kernel/draft-image.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { ColourField } from './colour-field.tsx'
import { SettingsForm, type SettingsPageProps } from './settings-form.tsx'
import { type SiteTextsOf, useSiteTexts } from './texts.ts'

const colours = ['primaryColor', 'secondaryColor', 'accentColor'] as const

/** NAV-45, SITE-03: title and contact e-mail. */
export function SiteGeneralForm(props: SettingsPageProps) {
  const { text } = useSiteTexts()
  const labels: Record<keyof GeneralDraft, string> = {
    appTitle: text('field.appTitle'),
    contactEmail: text('field.contactEmail'),
  }
  return (
    <SettingsForm {...props} type="general" device="web" labels={labels}>
      {draft => (
        <Card>
          <DraftText draft={draft} name="appTitle" label={labels.appTitle} max={limits.text} required />
          <DraftText
            draft={draft}
            name="contactEmail"
            label={labels.contactEmail}
            input={{ type: 'email', dir: 'ltr' }}
            required
          />
        </Card>
      )}
    </SettingsForm>
  )
}

/** NAV-46, SITE-03, SITE-04: pictures and colours of the web site. */
export function SiteWebForm(props: SettingsPageProps) {
  const { text } = useSiteTexts()
  const labels: Record<keyof WebDraft, string> = {
    logoUrl: text('field.logoUrl'),
    faviconUrl: text('field.faviconUrl'),
    homeImageUrl: text('field.homeImageUrl'),
    ...colourLabels(text),
  }
  return (
    <SettingsForm {...props} type="web" device="web" labels={labels}>
      {draft => (
        <>
          <Card title={text('ui.site.pictures')}>
            {(['logoUrl', 'faviconUrl', 'homeImageUrl'] as const).map(name => (
              <DraftImage
                key={name}
                draft={draft}
                name={name}
                label={labels[name]}
                alt={labels[name]}
                required
                surface={siteSurface('light')}
                {...siteImages.web[name]}
              />
            ))}
          </Card>
          <Card title={text('ui.site.colours')}>
            <FieldColumns>
              {colours.map(name => (
                <ColourField key={name} draft={draft} name={name} label={labels[name]} themes={siteThemes} />
              ))}
            </FieldColumns>
          </Card>
        </>
      )}
    </SettingsForm>
  )
}

const pictures = ['logoUrl', 'splashUrl', 'appIconUrl'] as const

/** NAV-47, SITE-02, SITE-15: pictures and colours of the app, for each theme. */
export function SiteMobileForm(props: SettingsPageProps) {
  const { text } = useSiteTexts()
  const own: Record<keyof MobileDraft['light'], string> = {
    logoUrl: text('field.logoUrl'),
    splashUrl: text('field.splashUrl'),
    appIconUrl: text('field.appIconUrl'),
    ...colourLabels(text),
  }
  const labels = Object.fromEntries(
    siteThemes.flatMap(theme =>
      Object.entries(own).map(([name, label]) => [
        `${theme}.${name}`,
        `${text(`ui.site.${theme}`)}: ${label}`,
      ]),
    ),
  )
  return (
    <SettingsForm {...props} type="mobile" device="app" labels={labels}>
      {draft => siteThemes.map(theme => <Theme key={theme} theme={theme} draft={draft} own={own} />)}
    </SettingsForm>
  )
}

interface ThemeProps<D extends FieldValues> {
  theme: (typeof siteThemes)[number]
  draft: Draft<D>
  own: Readonly<Record<keyof MobileDraft['light'], string>>
}

function Theme<D extends FieldValues>({ theme, draft, own }: ThemeProps<D>) {
  const { text } = useSiteTexts()
  const isDark = theme === 'dark'
  return (
    <Card title={text(`ui.site.${theme}`)}>
      {isDark ? <p className="kn-field-help">{text('ui.site.asLight')}</p> : null}
      {pictures.map(name => (
        <DraftImage
          key={name}
          draft={draft}
          name={`${theme}.${name}` as Path<D>}
          label={own[name]}
          alt={own[name]}
          required={!isDark}
          surface={siteSurface(theme)}
          removable={isDark}
          {...siteImages.mobile[`${theme}.${name}`]}
        />
      ))}
      <FieldColumns>
        {colours.map(name => (
          <ColourField
            key={name}
            draft={draft}
            name={`${theme}.${name}` as Path<D>}
            label={own[name]}
            themes={[theme]}
          />
        ))}
      </FieldColumns>
    </Card>
  )
}

const colourLabels = (text: SiteTextsOf['text']): Record<(typeof colours)[number], string> => ({
  primaryColor: text('field.primaryColor'),
  secondaryColor: text('field.secondaryColor'),
  accentColor: text('field.accentColor'),
})
