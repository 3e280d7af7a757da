import { ImageUp, Trash2 } from 'lucide-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { Thumbnail } from '../table/title-cell.tsx'
import { ownThenField, useFieldControl } from './field.tsx'
import { FileDrop } from './file-drop.tsx'

export interface ImageFieldProps {
  /** The address of the picture, or null where there is none. */
  src: string | null
  alt: string
  /** Width and height that the rule asks for; the preview keeps them. 16:9 unless given; a width of 0 leaves it open. */
  size?: { width: number; height: number }
  /** The colour of the page that shows it, behind its preview. */
  surface?: string | undefined
  /** As `accept` of a file input. */
  accept: string
  /** Which kinds and how large: "JPG, 1920 x 1080". */
  hint: ReactNode
  /** What is being done with it, while nothing else can be. */
  busy?: string | undefined
  onFile: (file: File) => void
  /** Given, the picture can be taken away. */
  onRemove?: () => void
  /** It can only be looked at. */
  disabled?: boolean
  /** Other ways to a picture. */
  children?: ReactNode
  texts: { drop: string; replace: string; choose: string; remove?: string }
}

/** A picture checked by a rule, with its preview; belongs inside a Field with `group`, which shows what is wrong with it. */
export function ImageField(props: ImageFieldProps) {
  const { src, alt, size, accept, hint, busy, onFile, onRemove, texts } = props
  const disabled = props.disabled || busy !== undefined
  const { id, labelId } = useFieldControl()
  const removeId = useId()
  const remove = () => {
    // The button that was pressed goes.
    if (id !== undefined) document.getElementById(id)?.focus()
    onRemove?.()
  }
  return (
    <div className="kn-image-field">
      <Thumbnail className="kn-image-preview" style={toPreview(size, props.surface)} src={src} alt={alt} />
      <div className="kn-image-acts">
        {props.disabled ? null : (
          <FileDrop
            look="compact"
            icon={<ImageUp size={20} aria-hidden="true" />}
            accept={accept}
            title={<span role="status">{busy ?? (src === null ? texts.drop : texts.replace)}</span>}
            hint={hint}
            buttonLabel={texts.choose}
            disabled={disabled}
            onFiles={([file]) => file && onFile(file)}
          />
        )}
        {onRemove && src !== null ? (
          <Button
            id={removeId}
            aria-labelledby={ownThenField(removeId, labelId)}
            variant="quiet"
            size="compact"
            icon={<Trash2 size={16} aria-hidden="true" />}
            disabled={disabled}
            onClick={remove}
          >
            {texts.remove}
          </Button>
        ) : null}
        {props.children}
      </div>
    </div>
  )
}

/** In the ratio of the rule, and no larger than what is small is. */
function toPreview(size: ImageFieldProps['size'], background: ImageFieldProps['surface']): CSSProperties {
  if (size === undefined || size.width === 0) return { background }
  const { width, height } = size
  return {
    background,
    aspectRatio: `${width} / ${height}`,
    '--kn-image-ratio': width / height,
    '--kn-image-width': `${width}px`,
  } as CSSProperties
}
