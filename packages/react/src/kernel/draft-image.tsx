import type { AssetType } from '@kinora/core'
import { type ImageKind, type ImageRule, imageRules } from '@kinora/core/media'
import { type ReactNode, Suspense } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { ImageField } from '../ui/form/image-field.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { DraftField, type DraftFieldProps } from './draft-field.tsx'
import { type FormTexts, useFormTexts } from './form-texts.ts'
import { useKinora } from './provider.tsx'
import type { Draft } from './use-draft.ts'
import { useImageUpload } from './use-image-upload.ts'

const ImageCrop = lazyPart(async () => ({ default: (await import('./image-crop.tsx')).ImageCrop }))

export interface DraftImageProps<D extends FieldValues>
  extends Pick<DraftFieldProps<D, Path<D>>, 'required' | 'error' | 'className'> {
  draft: Pick<Draft<D>, 'form' | 'fieldId' | 'hold'>
  /** A field of the draft that holds the address of a stored image, or null. */
  name: Path<D>
  label: string
  /** What the preview shows, in words. */
  alt: string
  /** Whose rule it is held to. */
  kind: ImageKind
  asset: AssetType
  /** The colour of the pages that show it. */
  surface?: string
  /** Given, it can be taken away. */
  removable?: boolean
  disabled?: boolean
  /** What else is being done with it: nothing can be chosen meanwhile. */
  busy?: string | undefined
  /** Told when the draft has got another one. */
  onStored?: () => void
  /** Other ways to a picture. */
  children?: ReactNode
}

/** An image of a draft, held to its rule, with its preview. */
export function DraftImage<D extends FieldValues>(props: DraftImageProps<D>) {
  const { name, alt, kind, asset, surface, removable, disabled, busy, onStored, children, error, ...field } =
    props
  const { text } = useFormTexts()
  const { baseUrl } = useKinora()
  const image = useImageUpload(kind, asset)
  const rule: ImageRule = imageRules[kind]
  // What the form finds missing its summary says.
  const refusal = image.error ?? error
  return (
    <DraftField {...field} name={name} error={refusal} group announces={refusal !== undefined}>
      {({ value, set }) => {
        const link = value as string | null
        const put = (url: string | null) => set(url as PathValue<D, Path<D>>)
        // The dialog goes while the focus is in it.
        const focus = () =>
          requestAnimationFrame(() => document.getElementById(field.draft.fieldId(name))?.focus())
        const take = async (file: File) => {
          const url = await image.take(file)
          if (url === undefined) return false
          put(url)
          onStored?.()
          return true
        }
        const hold = (file: File) => field.draft.hold(take(file))
        return (
          <>
            <ImageField
              src={link && baseUrl + link}
              alt={alt}
              size={rule}
              surface={surface}
              accept={rule.extensions.map(extension => `.${extension}`).join()}
              hint={toHint(rule, text)}
              busy={image.busy ? text('ui.form.imageStoring') : busy}
              disabled={disabled}
              onFile={file => void hold(file)}
              onRemove={removable ? () => put(null) : undefined}
              texts={{
                drop: text('ui.form.imageDrop'),
                replace: text('ui.form.imageReplace'),
                choose: text('ui.form.imageChoose'),
                remove: text('ui.form.imageRemove'),
              }}
            >
              {children}
            </ImageField>
            {image.cropping === undefined ? null : (
              <Suspense>
                <ImageCrop kind={kind} cropping={image.cropping} onCropped={hold} onDone={focus} />
              </Suspense>
            )}
          </>
        )
      }}
    </DraftField>
  )
}

function toHint({ extensions, width, height, check }: ImageRule, text: FormTexts['text']): string {
  const size = { types: extensions.join('/').toUpperCase(), width, height }
  if (check === 'height') return text('ui.form.imageRuleHeight', size)
  return text(check === 'ratio' ? 'ui.form.imageRuleRatio' : 'ui.form.imageRule', size)
}
