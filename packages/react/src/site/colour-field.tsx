import { contrastOf, levelOf, type SiteTheme, siteSurface } from '@kinora/core'
import { useId } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { DraftField } from '../kernel/draft-field.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { classes } from '../ui/classes.ts'
import { useFieldControl } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { useSiteTexts } from './texts.ts'

export interface ColourFieldProps<D extends FieldValues> {
  draft: Draft<D>
  name: Path<D>
  label: string
  /** The pages that it stands on. */
  themes: readonly SiteTheme[]
}

/** SITE-14: a colour, written or picked, with its contrast in words. */
export function ColourField<D extends FieldValues>({ draft, name, label, themes }: ColourFieldProps<D>) {
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
