import { type Title, toFiveScale, toSourceSet } from '@kinora/core'
import { Check } from 'lucide-react'
import { toLength } from '../titles/length.ts'
import { Thumbnail } from '../ui/table/thumbnail.tsx'
import { useChooserTexts } from './texts.ts'

export interface ClassOptionProps {
  title: Title
  /** Prefix for addresses of pictures. */
  baseUrl: string
  /** One of several, or the only one. */
  kind: 'checkbox' | 'radio'
  checked: boolean
  /** It is there already and can't be chosen again. */
  isTaken: boolean
  onChange: (checked: boolean) => void
}

/** A class as a card: cover, name, where it is from, how hard it is. */
export function ClassOption({ title, baseUrl, kind, checked, isTaken, onChange }: ClassOptionProps) {
  const { text } = useChooserTexts()
  const { className: name, channelName, provider, skill, intensity, durationSecond, imageLink } = title
  const address = imageLink && baseUrl + imageLink
  return (
    <label
      className="kn-class-option"
      data-checked={checked ? '' : undefined}
      data-disabled={isTaken ? '' : undefined}
    >
      <Thumbnail
        src={address}
        srcSet={toSourceSet(address)}
        corner={durationSecond > 0 ? toLength(durationSecond) : undefined}
      />
      <span className="kn-class-head">
        <span className="kn-check" data-shape={kind === 'radio' ? 'round' : undefined}>
          <input
            type={kind}
            name="kn-class"
            aria-label={text('ui.chooser.choose', { name })}
            checked={checked || isTaken}
            disabled={isTaken}
            onChange={event => onChange(event.target.checked)}
          />
          {kind === 'radio' ? <span className="kn-check-dot" /> : <Check size={14} aria-hidden="true" />}
        </span>
        <span className="kn-class-name" lang={title.classLanguageCode ?? undefined}>
          {name}
        </span>
      </span>
      <span className="kn-cell-soft">{[channelName, provider].filter(Boolean).join(' · ')}</span>
      {isTaken ? (
        <span className="kn-cell-soft">{text('ui.chooser.chosenAlready')}</span>
      ) : (
        <span className="kn-class-scales">
          <Five of="skill" value={skill} />
          <Five of="intensity" value={intensity} />
        </span>
      )}
    </label>
  )
}

/** TITLE-11: dots for the eye, and the figure in words. */
function Five({ of, value }: { of: 'skill' | 'intensity'; value: number | null }) {
  const { text } = useChooserTexts()
  if (value === null) return null
  const filled = toFiveScale(value)
  return (
    <span className="kn-five">
      <span className="kn-five-dots" aria-hidden="true">
        {[1, 2, 3, 4, 5].map(step => (
          <span key={step} data-filled={step <= filled ? '' : undefined} />
        ))}
      </span>
      {text(`ui.chooser.${of}`, { value: filled })}
    </span>
  )
}
