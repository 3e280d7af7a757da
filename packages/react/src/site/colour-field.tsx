import { contrastOf, levelOf, type SiteTheme, siteSurface } from '@kinora/core'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { DraftField } from '../kernel/draft-field.tsx'
import type { Draft } from '../kernel/use-draft.ts'
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
  const { text } = useSiteTexts()
  return (
    <DraftField draft={draft} name={name} label={label} required>
      {({ value, set, blur }) => {
        const colour = String(value ?? '')
        const put = (next: string) => set(next as PathValue<D, Path<D>>)
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
                value={colour}
                onChange={event => put(event.target.value)}
                onBlur={blur}
              />
            </span>
            {themes.map(theme => (
              <Contrast key={theme} colour={colour} theme={theme} />
            ))}
          </>
        )
      }}
    </DraftField>
  )
}

function Contrast({ colour, theme }: { colour: string; theme: SiteTheme }) {
  const { text } = useSiteTexts()
  const ratio = contrastOf(colour, siteSurface(theme))
  if (ratio === undefined) return null
  const level = levelOf(ratio)
  return (
    <span className="kn-site-contrast" data-level={level}>
      {text('ui.site.contrast', {
        theme: text(theme === 'light' ? 'ui.site.onLight' : 'ui.site.onDark'),
        // Rounded down: 4.48 isn't enough where 4.5 is.
        ratio: (Math.floor(ratio * 10) / 10).toFixed(1),
        word: text(`ui.site.contrast.${level}`),
      })}
    </span>
  )
}
