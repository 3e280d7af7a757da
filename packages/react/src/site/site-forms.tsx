import {
  contrastOf,
  type GeneralDraft,
  levelOf,
  limits,
  type MobileDraft,
  type SiteTheme,
  siteImages,
  siteSurface,
  siteThemes,
  type WebDraft,
} from '@kinora/core'
import { useId } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftImage } from '../kernel/draft-image.tsx'
import { isHidden } from '../kernel/form-fields.ts'
import type { Draft } from '../kernel/use-draft.ts'
import { classes } from '../ui/classes.ts'
import { useFieldControl } from '../ui/form/field.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { SettingsForm, type SettingsPageProps } from './settings-form.tsx'
import { type SiteTextsOf, useSiteTexts } from './use-site.tsx'

const webPictures = ['logoUrl', 'faviconUrl', 'homeImageUrl'] as const
const colours = ['primaryColor', 'secondaryColor', 'accentColor'] as const

/** NAV-45, SITE-03: title and contact e-mail. */
export function SiteGeneralForm(props: SettingsPageProps<keyof GeneralDraft>) {
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
            input={{ type: 'email' }}
            required
          />
        </Card>
      )}
    </SettingsForm>
  )
}

/** NAV-46, SITE-03, SITE-04: pictures and colours of the web site. */
export function SiteWebForm(props: SettingsPageProps<keyof WebDraft>) {
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
            {webPictures.map(name => (
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

/** NAV-47, SITE-02, SITE-15: pictures and colours of the app, for each theme: a field is a theme. */
export function SiteMobileForm(props: SettingsPageProps<keyof MobileDraft>) {
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
      {draft =>
        siteThemes
          .filter(theme => !isHidden(props.fields, theme))
          .map(theme => <Theme key={theme} theme={theme} draft={draft} own={own} />)
      }
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

interface ColourFieldProps<D extends FieldValues> {
  draft: Draft<D>
  name: Path<D>
  label: string
  /** The pages that show it. */
  themes: readonly SiteTheme[]
}

/** SITE-14: a colour, written or picked, with its contrast in words. */
function ColourField<D extends FieldValues>({ draft, name, label, themes }: ColourFieldProps<D>) {
  return (
    <DraftField draft={draft} name={name} label={label} required>
      {({ value, set, blur }) => (
        <Colour
          label={label}
          themes={themes}
          blur={blur}
          colour={String(value ?? '')}
          put={next => set(next as PathValue<D, Path<D>>)}
        />
      )}
    </DraftField>
  )
}

interface ColourProps {
  label: string
  themes: readonly SiteTheme[]
  colour: string
  put(colour: string): void
  blur(): void
}

/** What the contrast comes to belongs to the field, for those who listen too. */
function Colour({ label, themes, colour, put, blur }: ColourProps) {
  const { text } = useSiteTexts()
  const { describedBy } = useFieldControl()
  const id = useId()
  return (
    <>
      <span className="kn-site-colour">
        <input
          type="color"
          aria-label={text('ui.site.pick', { field: label })}
          value={/^#[\da-f]{6}$/i.test(colour) ? colour.toLowerCase() : '#000000'}
          onChange={event => put(event.target.value.toUpperCase())}
          onBlur={blur}
        />
        <TextInput
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          aria-describedby={classes(describedBy, ...themes.map(theme => id + theme))}
          value={colour}
          onChange={event => put(event.target.value)}
          onBlur={blur}
        />
      </span>
      {themes.map(theme => (
        <Contrast key={theme} id={id + theme} colour={colour} theme={theme} />
      ))}
    </>
  )
}

function Contrast({ id, colour, theme }: { id: string; colour: string; theme: SiteTheme }) {
  const { text } = useSiteTexts()
  const ratio = contrastOf(colour, siteSurface(theme))
  if (ratio === undefined) return null
  const level = levelOf(ratio)
  return (
    <span id={id} className="kn-site-contrast" data-level={level}>
      {text('ui.site.contrast', {
        theme: text(theme === 'light' ? 'ui.site.onLight' : 'ui.site.onDark'),
        // Rounded down: 4.48 isn't enough where 4.5 is.
        ratio: (Math.floor(ratio * 10) / 10).toFixed(1),
        word: text(`ui.site.contrast.${level}`),
      })}
    </span>
  )
}
